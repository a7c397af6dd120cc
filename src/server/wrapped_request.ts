import { ConnectionBreak } from "./connection_break.ts";
import { readLimited, readLimitedBytes } from "./read_limited.ts";
import type { ServedRequest } from "./served_request.ts";

/** A request that a runtime gives as a `Request`, which makes its parts when they are asked for. */
export abstract class WrappedRequest implements ServedRequest {
  /** The request. */
  protected readonly request: Request;

  /** @param request The request. */
  constructor(request: Request) {
    this.request = request;
  }

  /** Aborts when the client leaves. */
  abstract get signal(): AbortSignal;

  /** The address that it came from. */
  abstract get remoteAddress(): string | undefined;

  /** The method, in capitals. */
  get method(): string {
    return this.request.method;
  }

  /** The whole address. */
  get url(): string {
    return this.request.url;
  }

  /** The headers. */
  get headers(): Headers {
    return this.request.headers;
  }

  /** Gives one header. */
  header(name: string): string | null {
    return this.request.headers.get(name);
  }

  /** Reads the body as text. */
  text(maxBytes: number): ReturnType<ServedRequest["text"]> {
    return readLimited(this.request, maxBytes).catch(clientLeft);
  }

  /** Reads the body. */
  bytes(maxBytes: number): ReturnType<ServedRequest["bytes"]> {
    return readLimitedBytes(this.request, maxBytes).catch(clientLeft);
  }

  /** Gives the request. */
  toRequest(): Promise<Request> {
    return Promise.resolve(this.request);
  }
}

/** What the runtime says of a body that has no end is its own. */
function clientLeft(): never {
  throw new ConnectionBreak("The client left");
}
