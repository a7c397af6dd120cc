import { FetchedRequest } from "../../../../src/proxy/request/fetched_request.ts";
import type { ServedRequest } from "../../../../src/server/served_request.ts";

/** A request as a server got it. */
export interface ServedInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Where it came from. */
  readonly from?: string | undefined;
  readonly body?: string;
}

/** Makes a request as a server gets it: by default one of the same machine. */
export function served(path: string, init: ServedInit = {}): ServedRequest {
  const { method = "GET", headers = {}, body = null } = init;
  const from = "from" in init ? init.from : "127.0.0.1";
  const all = new Headers({ host: "127.0.0.1:4000", ...headers });
  const inner = new FetchedRequest(new Request(`http://127.0.0.1:4000${path}`, { method, body }));
  return {
    method,
    url: inner.url,
    headers: all,
    remoteAddress: from,
    signal: inner.signal,
    header: (name) => all.get(name),
    text: (maxBytes) => inner.text(maxBytes),
    bytes: (maxBytes) => inner.bytes(maxBytes),
    toRequest: () => inner.toRequest(),
  };
}
