import { untilAborted } from "../../until_aborted.ts";
import { FetchBody } from "./fetch_body.ts";
import { fetchError } from "./fetch_error.ts";
import { requireTarget } from "./require_target.ts";
import type { Transport, UpstreamAnswer, UpstreamRequest } from "./transport.ts";

/** The part of `fetch` that is used. */
export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

/**
 * Makes a transport of a `fetch`: for a caller who has one of his own, as for tests.
 *
 * What a `fetch` cannot do is not done: it does not tell when it is connected, so that `connectMs` is not kept to;
 * Deno's sends a request again, once, when a connection that was kept open is reset; and what proxy the
 * environment names, it may use.
 *
 * @param fetch What to send by.
 * @returns The transport.
 */
export function fetchTransport(fetch: Fetch): Transport {
  return { send: (request, signal) => sendByFetch(fetch, request, signal), close() {} };
}

async function sendByFetch(
  fetch: Fetch,
  { url, method, headers, body }: UpstreamRequest,
  signal: AbortSignal,
): Promise<UpstreamAnswer> {
  signal.throwIfAborted();
  requireTarget(url);
  const stop = new AbortController();
  const onAbort = () => stop.abort(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  const onEnd = () => signal.removeEventListener("abort", onAbort);
  try {
    const coming = fetch(url, {
      method,
      headers: [...new Map(headers).set("accept-encoding", "identity")],
      body,
      // A redirect is an answer: who follows it sends keys to whomever the upstream names.
      redirect: "manual",
      signal: stop.signal,
    });
    // A fetch of somebody else may not look at its signal.
    coming.then((late) => {
      if (signal.aborted) late.body?.cancel().catch(() => {});
    }, () => {});
    const answer = await untilAborted(coming, signal);
    return {
      status: answer.status,
      headers: headersAsRead(answer.headers),
      body: new FetchBody(answer.body, { stop, signal, onEnd, host: url.host }),
    };
  } catch (error) {
    onEnd();
    signal.throwIfAborted();
    throw fetchError(error, url.host);
  }
}

/**
 * Leaves out what is no longer true of a body that was decoded. Fetches decode what an upstream encodes although it
 * was asked not to, and keep the headers; Deno's decodes nothing unless it asked for it itself.
 */
function headersAsRead(headers: Headers): Headers {
  const { process } = globalThis as { process?: { versions?: { deno?: string } } };
  if (process?.versions?.deno !== undefined || !headers.has("content-encoding")) return headers;
  const decoded = new Headers(headers);
  decoded.delete("content-encoding");
  decoded.delete("content-length");
  return decoded;
}
