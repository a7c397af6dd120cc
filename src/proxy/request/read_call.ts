import { createHash } from "node:crypto";
import { type ServedRequest, TOO_LARGE } from "../../server/served_request.ts";
import type { Call } from "./call.ts";
import type { Core } from "../core.ts";
import { inTime, LATE } from "../time/in_time.ts";
import { readRequest, type RequestFacts } from "../edit/read_request.ts";
import { RequestBodyError } from "../edit/request_body_error.ts";
import { Refused } from "./refused.ts";
import type { Route } from "./routes.ts";

/** What is known of a request before its body is read. */
export interface KnownOfCall {
  /** Where it goes. */
  readonly route: Route;
  /** Its headers. */
  readonly headers: ReadonlyMap<string, string>;
  /** Its id. */
  readonly id: string;
}

/** A session of a longer name is kept by its hash: a body may have megabytes of it, and thousands are kept. */
const MAX_SESSION_CHARS = 256;

/** How much of the name of a model that there is not is told. */
const MAX_MODEL_CHARS = 256;

const PLAIN: ReadonlySet<string> = new Set(["", "identity"]);

/**
 * Reads a request to be forwarded.
 *
 * @param request The request.
 * @param facts What is known of it already.
 * @param core What every request is served with.
 * @throws {Refused} If it cannot be forwarded.
 */
export async function readCall(
  request: ServedRequest,
  { route, headers, id }: KnownOfCall,
  core: Core,
): Promise<Call> {
  const startedMs = core.clock.now();
  requirePlain(headers);
  const facts = factsOf(await readBody(request, core));
  const [model] = core.fleet.modelsFor(facts.model);
  if (model === undefined) throw unknownModel(facts.model, core);
  const session = sessionOf(headers, facts, core);
  const patience = core.others?.patience();
  if (session !== undefined && patience) await core.others?.learn(session, patience);
  return {
    id,
    dialect: route.dialect,
    path: route.path + searchOf(request.url),
    headers,
    facts,
    session,
    patience,
    noFallback: headers.get("x-proxy-no-fallback") === "1",
    signal: request.signal,
    startedMs,
  };
}

/** The query as the client wrote it, its question mark included. */
function searchOf(url: string): string {
  const [, search = ""] = /^[^?#]*(\?[^#]+)/.exec(url) ?? [];
  return search;
}

function requirePlain(headers: ReadonlyMap<string, string>): void {
  const encoding = headers.get("content-encoding")?.trim().toLowerCase() ?? "";
  if (PLAIN.has(encoding)) return;
  throw new Refused(415, {
    code: "unsupported_encoding",
    message: `The body must not be encoded: its content-encoding is ${JSON.stringify(encoding)}`,
  }, { "accept-encoding": "identity" });
}

async function readBody(request: ServedRequest, { plan: { limits }, alarms }: Core) {
  const body = await inTime(alarms, limits.requestMs, bytesOf(request, limits.maxBodyBytes));
  if (body === LATE) {
    const message = `The request took longer than ${limits.requestMs} ms to arrive`;
    throw new Refused(408, { code: "request_timeout", message }, { connection: "close" });
  }
  if (body === TOO_LARGE) {
    const message = `The body of a request must have at most ${limits.maxBodyBytes} bytes`;
    throw new Refused(413, { code: "request_too_large", message });
  }
  return body;
}

/** Reads the bytes; that a client leaves in the middle of them is its own affair. */
async function bytesOf(request: ServedRequest, maxBytes: number) {
  try {
    return await request.bytes(maxBytes);
  } catch {
    request.signal.throwIfAborted();
    const message = "The body of the request broke off before its end";
    throw new Refused(400, { code: "incomplete_body", message }, { connection: "close" });
  }
}

function factsOf(body: Parameters<typeof readRequest>[0]): RequestFacts {
  try {
    return readRequest(body);
  } catch (error) {
    if (!(error instanceof RequestBodyError)) throw error;
    const { code, message, param } = error;
    throw new Refused(400, { code, message, param });
  }
}

function unknownModel(model: string, { plan }: Core): Refused {
  const known = [...plan.models.keys()];
  const asked = model.length > MAX_MODEL_CHARS ? `${model.slice(0, MAX_MODEL_CHARS)}…` : model;
  const message = `There is no model ${JSON.stringify(asked)}: it must be one of ${
    known.map((name) => JSON.stringify(name)).join(", ")
  }`;
  return new Refused(404, { code: "model_not_found", message, param: "model" });
}

/** Of two models, a session may be on two upstreams. */
function sessionOf(
  headers: ReadonlyMap<string, string>,
  facts: RequestFacts,
  { plan }: Core,
): string | undefined {
  if (plan.sessions === undefined) return undefined;
  const { header, fromUser } = plan.sessions;
  const name = headers.get(header) ?? (fromUser ? facts.user : undefined);
  if (name === undefined || name === "") return undefined;
  return `${facts.model}\n${name.length > MAX_SESSION_CHARS ? hashOf(name) : name}`;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
