import { ModelError } from "../errors.ts";
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
  /** The time now, in milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Sends a call and gives the body of its answer.
 *
 * @param call The call.
 * @param signal Ends it.
 * @throws {ModelError} If there is no answer, or if it is not the stream that was asked for; its
 * response is then released.
 */
export async function openResponse(call: Call, signal: AbortSignal): Promise<OpenedResponse> {
  const response = await send(call, signal);
  try {
    signal.throwIfAborted();
    if (!response.ok) throw await httpFailure(response, { signal, nowMs: call.now() });
    const requestId = requestIdOf(response.headers);
    const { body } = response;
    if (!body) {
      throw new ModelError("INCOMPLETE", "The provider answered without a body", { requestId });
    }
    const failure = await contentTypeFailure(response, call.wire, signal);
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

function release(response: Response): void {
  // A locked body belongs to whoever read the excerpt, who has cancelled it.
  if (response.body && !response.body.locked) response.body.cancel().catch(() => {});
}
