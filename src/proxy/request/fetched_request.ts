import { readLimited, readLimitedBytes } from "../../read_limited.ts";
import type { ServedRequest } from "../../served_request.ts";

/** A `Request` that was given to the proxy by whoever serves it. */
export class FetchedRequest implements ServedRequest {
  /** Nobody tells. */
  readonly remoteAddress: undefined = undefined;
  readonly #request: Request;

  /** @param request The request. */
  constructor(request: Request) {
    this.#request = request;
  }

  get method(): string {
    return this.#request.method;
  }

  get url(): string {
    return this.#request.url;
  }

  get headers(): Headers {
    return this.#request.headers;
  }

  header(name: string): string | null {
    return this.#request.headers.get(name);
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }

  text(maxBytes: number): ReturnType<ServedRequest["text"]> {
    return readLimited(this.#request, maxBytes);
  }

  bytes(maxBytes: number): ReturnType<ServedRequest["bytes"]> {
    return readLimitedBytes(this.#request, maxBytes);
  }

  toRequest(): Promise<Request> {
    return Promise.resolve(this.#request);
  }
}
