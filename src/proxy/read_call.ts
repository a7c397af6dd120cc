import { TIMED_OUT, withDeadline } from "../clock.ts";
import { type ServedRequest, TOO_LARGE } from "../served_request.ts";
import type { Call } from "./call.ts";
import type { Core } from "./core.ts";
import { readRequest, type RequestFacts } from "./edit/read_request.ts";
import { RequestBodyError } from "./edit/request_body_error.ts";
import { Refused } from "./refused.ts";
import type { Route } from "./routes.ts";

const PLAIN: ReadonlySet<string> = new Set(["", "identity"]);

/**
 * Reads a request to be forwarded.
 *
 * @param request The request.
 * @param route Where it goes.
 * @param core What every request is served with.
 * @param id Its id.
 * @throws {Refused} If it cannot be forwarded.
 */
export async function readCall(
  request: ServedRequest,
  route: Route,
  core: Core,
  id: string,
): Promise<Call> {
  const startedMs = core.clock.now();
  const { headers, signal } = request;
  const facts = factsOf(await readBody(request, core));
  const [model] = core.fleet.modelsFor(facts.model);
  if (model === undefined) throw unknownModel(facts.model, core);
  const session = sessionOf(headers, facts, core);
  const patience = core.others?.patience();
  if (session !== undefined && patience) await core.others?.learn(session, patience);
  return {
    id,
    dialect: route.dialect,
    path: route.path + new URL(request.url).search,
    headers,
    facts,
    session,
    patience,
    noFallback: headers.get("x-proxy-no-fallback") === "1",
    signal,
    startedMs,
  };
}

async function readBody(request: ServedRequest, { plan: { limits }, clock }: Core) {
  const encoding = request.headers.get("content-encoding")?.trim().toLowerCase() ?? "";
  if (!PLAIN.has(encoding)) {
    throw new Refused(415, {
      code: "unsupported_encoding",
      message: `The body must not be encoded: its content-encoding is ${JSON.stringify(encoding)}`,
    }, { "accept-encoding": "identity" });
  }
  const body = await withDeadline(limits.requestMs, bytesOf(request, limits.maxBodyBytes), clock);
  if (body === TIMED_OUT) {
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
  const message = `There is no model ${JSON.stringify(model)}: it must be one of ${
    known.map((name) => JSON.stringify(name)).join(", ")
  }`;
  return new Refused(404, { code: "model_not_found", message, param: "model" });
}

/** Of two models, a session may be on two upstreams. */
function sessionOf(headers: Headers, facts: RequestFacts, { plan }: Core): string | undefined {
  if (plan.sessions === undefined) return undefined;
  const { header, fromUser } = plan.sessions;
  const name = headers.get(header) ?? (fromUser ? facts.user : undefined);
  return name === undefined || name === "" ? undefined : `${facts.model}\n${name}`;
}
