import type { HttpAnswer } from "../../http_answer.ts";
import type { ServedRequest } from "../../served_request.ts";
import type { Core } from "../core.ts";
import { requireMethod } from "./require_method.ts";
import { Refused } from "./refused.ts";

/**
 * Answers `GET /v1/models` and `GET /v1/models/{name}` from the configuration.
 *
 * @throws {Refused} If there is no such model, or the method is another.
 */
export function answerModels(request: ServedRequest, path: string, core: Core): HttpAnswer {
  requireMethod(request, "GET");
  const { models, unlisted } = core.plan;
  if (path === "/models") {
    return json({ object: "list", data: [...models.keys()].map(modelObject) });
  }
  const name = decoded(path.slice("/models/".length));
  if (models.has(name) || unlisted?.(name) !== undefined) return json(modelObject(name));
  const message = `There is no model ${JSON.stringify(name)}`;
  throw new Refused(404, { code: "model_not_found", message, param: "model" });
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
