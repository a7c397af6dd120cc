import type { Awaitable } from "../../awaitable.ts";
import { readLimited } from "../../server/read_limited.ts";
import { type ServedRequest, TOO_LARGE } from "../../server/served_request.ts";
import { utf8Length } from "../../utf8_length.ts";
import type { HttpCall } from "./http_call.ts";

/** A call whose body may have been too large to read. */
export type ReadCall = Omit<HttpCall, "body"> & { readonly body: string | typeof TOO_LARGE };

/**
 * Reads what a `fetch` is asked for, without a `Request` in between where none is needed.
 *
 * @param input The address, or a request.
 * @param init What stands beside it.
 * @param maxBytes How many bytes the body may have.
 */
export function readFetch(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  maxBytes: number,
): Awaitable<ReadCall> {
  const isAddress = typeof input === "string" || input instanceof URL;
  const body = init?.body ?? "";
  if (!isAddress || typeof body !== "string") {
    return readRequest(new Request(input, init), init, maxBytes);
  }
  const method = init?.method?.toUpperCase() ?? "GET";
  // The client's own, as a copy would cost more than all that is read of it.
  const headers = init?.headers instanceof Headers ? init.headers : new Headers(init?.headers);
  const text = isWithin(body, maxBytes) ? body : TOO_LARGE;
  const signal = init?.signal ?? undefined;
  return new Call(input, method, text, { headers, signal, header: (name) => headers.get(name) });
}

async function readRequest(
  request: Request,
  init: RequestInit | undefined,
  maxBytes: number,
): Promise<ReadCall> {
  const { url, method, headers } = request;
  // Some runtimes give a request a signal of its own that forgets the reason.
  const signal = init?.signal ?? request.signal;
  const body = await readLimited(request, maxBytes);
  return new Call(url, method, body, { headers, signal, header: (name) => headers.get(name) });
}

/**
 * Reads a request that reached a server.
 *
 * @param request The request.
 * @param maxBytes How many bytes its body may have.
 */
export async function readServed(request: ServedRequest, maxBytes: number): Promise<ReadCall> {
  const body = await request.text(maxBytes);
  const { url, method } = request;
  try {
    return new Call(url, method, body, request);
  } catch {
    return new Call(withoutHost(url), method, body, request);
  }
}

/** The host does not matter here, and clients by hand may send one that is none. */
function withoutHost(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*/, "http://mock");
}

/** What of a call is made only when it is asked for. */
interface CallSource {
  readonly headers: Headers;
  readonly signal: AbortSignal | undefined;
  header(name: string): string | null;
}

/**
 * An address whose path stands in it as it is: without a query, and with nothing that a parser would change. Most are
 * such, and to parse one costs as much as to parse a short body.
 */
const PLAIN_URL_REGEXP = /^https?:\/\/[a-z\d.-]+(?::[1-5]?\d{1,4})?((?:\/(?!\.)[\w.:-]*)+)$/;

/** A call; most never look at its query, its headers or its signal. */
class Call implements ReadCall {
  readonly method: string;
  readonly path: string;
  readonly body: string | typeof TOO_LARGE;
  readonly #source: CallSource;
  readonly #address: string | URL;
  /** The address, once it was parsed. */
  #url: URL | undefined;

  constructor(
    address: string | URL,
    method: string,
    body: string | typeof TOO_LARGE,
    source: CallSource,
  ) {
    this.#address = address;
    const plain = typeof address === "string" ? PLAIN_URL_REGEXP.exec(address) : null;
    this.path = plain?.[1] ?? (this.#url = new URL(address)).pathname;
    this.method = method;
    this.body = body;
    this.#source = source;
  }

  get headers(): Headers {
    return this.#source.headers;
  }

  get signal(): AbortSignal | undefined {
    return this.#source.signal;
  }

  get query(): URLSearchParams {
    return (this.#url ??= new URL(this.#address)).searchParams;
  }

  get testId(): string {
    const named = this.#source.header("x-test-id");
    return named ?? (this.#url?.search && this.query.get("testId")) ?? "";
  }
}

/** No text has more bytes than three a unit, so most need not be counted. */
function isWithin(text: string, maxBytes: number): boolean {
  return 3 * text.length <= maxBytes || utf8Length(text) <= maxBytes;
}
