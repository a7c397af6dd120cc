import type { HttpCall } from "./http_call.ts";

/** What {@linkcode readFetch} and {@linkcode readRequest} give for a body that is too large. */
export const TOO_LARGE: unique symbol = Symbol("too large");

/** A call whose body may have been too large to read. */
export type ReadCall = Omit<HttpCall, "body"> & { readonly body: string | typeof TOO_LARGE };

/**
 * Reads what a `fetch` is asked for, without a `Request` in between where none is needed.
 *
 * @param input The address, or a request.
 * @param init What stands beside it.
 * @param maxBytes How many bytes the body may have.
 */
export async function readFetch(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  maxBytes: number,
): Promise<ReadCall> {
  const isAddress = typeof input === "string" || input instanceof URL;
  const body = init?.body;
  if (!isAddress || (body !== undefined && body !== null && typeof body !== "string")) {
    const request = new Request(input, init);
    // Some runtimes give a request a signal of its own that forgets the reason.
    return { ...await readRequest(request, maxBytes), signal: init?.signal ?? request.signal };
  }
  const url = new URL(input);
  return {
    method: init?.method?.toUpperCase() ?? "GET",
    path: url.pathname,
    query: url.searchParams,
    headers: new Headers(init?.headers),
    body: isWithin(body ?? "", maxBytes) ? body ?? "" : TOO_LARGE,
    signal: init?.signal ?? undefined,
  };
}

/**
 * Reads a request that reached a server.
 *
 * @param request The request.
 * @param maxBytes How many bytes its body may have.
 */
export async function readRequest(request: Request, maxBytes: number): Promise<ReadCall> {
  const url = new URL(request.url);
  const stated = Number(request.headers.get("content-length") ?? 0);
  const body = stated > maxBytes ? TOO_LARGE : await readText(request, maxBytes);
  const { method, headers } = request;
  return { method, path: url.pathname, query: url.searchParams, headers, body, signal: undefined };
}

async function readText(request: Request, maxBytes: number): Promise<string | typeof TOO_LARGE> {
  // Looking at the body would make a stream of it, which is slower to read.
  if (request.headers.has("content-length")) return await request.text();
  if (request.body === null) return "";
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of request.body) {
    bytes += chunk.length;
    if (bytes > maxBytes) return TOO_LARGE;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** No text has more bytes than three a unit, so most need not be counted. */
function isWithin(text: string, maxBytes: number): boolean {
  return 3 * text.length <= maxBytes || new TextEncoder().encode(text).length <= maxBytes;
}
