import type { HttpAnswer } from "../../server/http_answer.ts";
import type { JsonObject } from "../../wire/json.ts";
import type { ServedRequest } from "../../server/served_request.ts";
import { ANY_MODEL } from "../config/read_models.ts";
import type { Core } from "../core.ts";
import { requireMethod } from "./require_method.ts";
import { Refused } from "./refused.ts";
import { upstreamModels } from "./upstream_models.ts";

/**
 * Answers `GET /v1/models` and `GET /v1/models/{name}`: from the configuration, and where an upstream serves any name,
 * the list has the models that it says it has.
 *
 * @throws {Refused} If there is no such model, or the method is another.
 */
export async function answerModels(
  request: ServedRequest,
  path: string,
  core: Core,
): Promise<HttpAnswer> {
  requireMethod(request, "GET");
  const { models, unlisted } = core.plan;
  if (path === "/models") return json({ object: "list", data: await allModels(core) });
  const name = decoded(path.slice("/models/".length));
  if (models.has(name) || unlisted?.(name) !== undefined) return json(modelObject(name));
  const message = `There is no model ${JSON.stringify(name)}`;
  throw new Refused(404, { code: "model_not_found", message, param: "model" });
}

/** Each name once: what the configuration says of it holds, and then what the first choice does. */
async function allModels(core: Core): Promise<readonly JsonObject[]> {
  const { models, unlisted } = core.plan;
  const all = new Map<string, JsonObject>([...models.keys()].map((id) => [id, modelObject(id)]));
  const upstreams = unlisted?.(ANY_MODEL)?.upstreams.filter(({ model }) => model === ANY_MODEL);
  const lists = (upstreams ?? []).map((upstream) => upstreamModels(upstream, core));
  for (const model of (await Promise.all(lists)).flat()) {
    if (!all.has(model.id) && unlisted?.(model.id) !== undefined) all.set(model.id, model);
  }
  return [...all.values()];
}

function modelObject(id: string) {
  // Nobody knows when a model was made that may be had in several places.
  return { id, object: "model", created: 0, owned_by: "wholeturn" };
}

function json(value: unknown): HttpAnswer {
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  return { status: 200, headers, body: JSON.stringify(value) };
}

/** The name as it was; a stray percent sign is a part of it. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
