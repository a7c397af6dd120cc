import type { Clock } from "../clock.ts";
import { ConfigError, ModelError } from "../errors.ts";
import type { Wire } from "../wire/wire.ts";
import { httpFailure } from "./http_failure.ts";
import { contentTypeFailure } from "./content_type.ts";
import { requestIdOf } from "./request_id.ts";
import type { OpenedResponse } from "./response_source.ts";

/** What one call sends, and how its answer is judged. */
export interface Call {
  /** Where to send it. */
  readonly url: URL;
  /** The headers. */
  readonly headers: Headers;
  /** The body, a JSON text. */
  readonly body: string;
  /** The format the answer must be in. */
  readonly wire: Wire;
  /** What sends it. */
  readonly fetch: typeof fetch;
  /** Where the time comes from. */
  readonly clock: Clock;
}

/**
 * Sends a call and gives the body of its answer.
 *
 * @param call The call.
 * @param signal Ends it.
 * @throws {ConfigError} If `fetch` gives no response, or one that was read before.
 * @throws {ModelError} If there is no answer, or if it is not the stream that was asked for; its
 * response is then released.
 */
export async function openResponse(call: Call, signal: AbortSignal): Promise<OpenedResponse> {
  const response = await send(call, signal);
  requireResponse(response);
  try {
    signal.throwIfAborted();
    const options = { signal, clock: call.clock };
    if (!response.ok) throw await httpFailure(response, options);
    const requestId = requestIdOf(response.headers);
    const { body } = response;
    if (!body) {
      throw new ModelError("INCOMPLETE", "The provider answered without a body", { requestId });
    }
    if (body.locked || response.bodyUsed) {
      throw new ConfigError("Cannot read the response of 'fetch' as its body is already in use");
    }
    const failure = await contentTypeFailure(response, call.wire, options);
    if (failure) throw failure;
    return { body, requestId };
  } catch (error) {
    release(response);
    throw error;
  }
}

async function send(call: Call, signal: AbortSignal): Promise<Response> {
  const { fetch, url, headers, body } = call;
  try {
    // A redirect could carry the key and the conversation to another host: it is no answer.
    return await fetch(url, { method: "POST", headers, body, signal, redirect: "manual" });
  } catch (cause) {
    throw new ModelError("NETWORK", `Cannot reach ${url.origin}${url.pathname}`, { cause });
  }
}

/** An own `fetch` may give anything, for instance the response of another library. */
function requireResponse(value: unknown): void {
  const { headers, body } = (value ?? {}) as Partial<Response>;
  const isReadable = body === null || typeof body?.getReader === "function";
  if (isReadable && typeof headers?.get === "function") return;
  const what = value === null || value === undefined
    ? String(value)
    : typeof value === "object"
    ? "an object"
    : `a ${typeof value}`;
  throw new ConfigError(`Cannot use what 'fetch' gave as it must be a Response: got ${what}`);
}

function release(response: Response): void {
  // A locked body belongs to whoever read the excerpt, who has cancelled it.
  if (response.body && !response.body.locked) response.body.cancel().catch(() => {});
}
