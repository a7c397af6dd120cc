import { WrappedRequest } from "../../server/wrapped_request.ts";

/** A `Request` that was given to the proxy by whoever serves it, who alone knows from where it came. */
export class FetchedRequest extends WrappedRequest {
  /** Aborts when whoever serves it says so. */
  get signal(): AbortSignal {
    return this.request.signal;
  }

  /** Nobody tells. */
  get remoteAddress(): undefined {
    return undefined;
  }
}
