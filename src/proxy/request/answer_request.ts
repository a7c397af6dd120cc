import type { HttpAnswer } from "../../server/http_answer.ts";
import type { ServedRequest } from "../../server/served_request.ts";
import { errorAnswer, type ErrorShape } from "../answer/error_answer.ts";
import { hasKey } from "./client_auth.ts";
import type { Core } from "../core.ts";
import { forward } from "../attempt/forward.ts";
import { answerModels } from "./models_list.ts";
import { readCall } from "./read_call.ts";
import { requireMethod } from "./require_method.ts";
import { Refused } from "./refused.ts";
import { requestPath } from "./request_path.ts";
import { requireFraming } from "./require_framing.ts";
import { FORWARDED_PATHS, routeOf } from "./routes.ts";
import { answerPreflight, readableByPages, refuseStrangers } from "./web_pages.ts";

const PREFIX = "/v1";

/** Where clients of Anthropic ask, which read errors of its shape. */
const ANTHROPIC_REGEXP = /\/messages(?:\/|$)/;

/** How much of a path that there is not is told in logs. */
const MAX_PATH_CHARS = 200;

/** An id that may be taken over from a client: it goes into logs and into headers. */
const ID_REGEXP = /^[\w.:-]{1,128}$/;

/**
 * Answers a request to the API.
 *
 * @param request The request.
 * @param core What every request is served with.
 * @throws The reason of the request's signal, if the client left.
 */
export async function answerRequest(request: ServedRequest, core: Core): Promise<HttpAnswer> {
  const headers = mapOf(request.headers);
  const preflight = answerPreflight(request.method, headers);
  if (preflight !== undefined) return preflight;
  const given = headers.get("x-request-id") ?? "";
  const id = ID_REGEXP.test(given) ? given : crypto.randomUUID();
  let path = "";
  try {
    path = belowPrefix(requestPath(request.url, headers));
    requireFraming(headers);
    refuseStrangers(request, headers, core.plan);
    requireAllowed(headers, core);
    return readableByPages(await answerAt(path, { request, headers, id }, core), headers);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { status, code } = error.report;
    core.observe({ event: "refused", id, path: path.slice(0, MAX_PATH_CHARS), status, code });
    const shape: ErrorShape = ANTHROPIC_REGEXP.test(path) ? "anthropic" : "openai";
    const { maxRetryAfterMs } = core.plan;
    const answer = errorAnswer(error.report, { shape, maxRetryAfterMs });
    const told = { ...answer.headers, ...error.headers, "x-request-id": id };
    return readableByPages({ ...answer, headers: told }, headers);
  }
}

/** Not by their iterator, which on Deno takes three times as long. */
function mapOf(headers: Headers): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  headers.forEach((value, name) => map.set(name, value));
  return map;
}

/** A request, and what was read of it. */
interface Asked {
  readonly request: ServedRequest;
  readonly headers: ReadonlyMap<string, string>;
  readonly id: string;
}

async function answerAt(path: string, asked: Asked, core: Core): Promise<HttpAnswer> {
  const { request, headers, id } = asked;
  if (path === "/models" || path.startsWith("/models/")) return answerModels(request, path, core);
  const route = routeOf(path);
  if (route === undefined) throw unknownPath(requestPath(request.url, headers));
  requireMethod(request, "POST");
  return await forward(core, await readCall(request, { route, headers, id }, core));
}

/** The path below `/v1`, which clients may leave out. */
function belowPrefix(path: string): string {
  return path.startsWith(`${PREFIX}/`) ? path.slice(PREFIX.length) : path;
}

function requireAllowed(
  headers: ReadonlyMap<string, string>,
  { plan: { clientKeys, limits } }: Core,
): void {
  let bytes = 0;
  for (const [name, value] of headers) bytes += name.length + value.length;
  if (bytes > limits.maxHeaderBytes) {
    const message = `The headers of a request must have at most ${limits.maxHeaderBytes} bytes`;
    throw new Refused(431, { code: "headers_too_large", message });
  }
  if (clientKeys.length === 0 || hasKey(headers, clientKeys)) return;
  const message =
    "The key is missing or wrong: send one of the proxy's client keys as a bearer or as x-api-key";
  throw new Refused(401, { code: "invalid_api_key", message, type: "authentication_error" }, {
    "www-authenticate": "Bearer",
  });
}

function unknownPath(path: string): Refused {
  const paths = [...FORWARDED_PATHS, "/models"].map((known) => PREFIX + known).join(", ");
  const help = path.startsWith(`${PREFIX}${PREFIX}/`)
    ? `take one ${PREFIX} off the base URL of the client`
    : `the paths are ${paths}`;
  const message = `There is nothing at ${JSON.stringify(path)}: ${help}`;
  return new Refused(404, { code: "unknown_path", message });
}
