import type { HeaderList } from "../header_list.ts";
import { connectionNames } from "./header_names.ts";
import { isHeaderValue } from "./is_header_value.ts";

/** The headers for a client. */
export interface ClientHeaders {
  /** The headers. They are the caller's, to add to. */
  readonly headers: Record<string, string>;
  /**
   * How the body is coded, as `gzip`, though it was asked not to be; `undefined` if it is not. It cannot be looked into
   * and must go to the client as it is; `headers` say so. Whoever decodes it must delete `content-encoding` there.
   */
  readonly encoding: string | undefined;
}

/**
 * What of an upstream's headers goes to clients. Everything else speaks of the upstream's host, or of our account there:
 * cookies, its server and cache, security policies and rights of other origins that a browser would take for ours,
 * organisations, and limits of rate, which are of a key that many clients share and of one upstream among several. Its
 * `retry-after` is not for the client either: the proxy says itself when to come back.
 */
const PASSED: readonly string[] = [
  "content-encoding",
  "content-language",
  "content-type",
  "openai-model",
  "openai-processing-ms",
  "openai-version",
  "request-id",
];

/**
 * Makes the headers of an answer to a client of those that an upstream sent. What is no value of a header is left out:
 * a control character that a server is given to send makes Node refuse the answer, and ends Deno's whole process.
 *
 * There is no `content-length`, as what is sent may have another; the runtime sets it for whole bodies. The id that the
 * upstream gave the request is in `x-upstream-request-id`, as `x-request-id` is the proxy's own. The answer must be
 * kept and changed by nobody (`cache-control`), and be taken for nothing but what it says it is
 * (`x-content-type-options`), as it comes from the origin of the status page.
 *
 * @param upstream The headers that the upstream sent.
 * @param secrets What must not be told: a value that has one of it is left out.
 */
export function clientHeaders(
  upstream: HeaderList,
  secrets: readonly string[] = [],
): ClientHeaders {
  const mayPass = (value: string | null | undefined): value is string =>
    typeof value === "string" && isHeaderValue(value) &&
    !secrets.some((secret) => value.includes(secret));
  const headers: Record<string, string> = {
    "cache-control": "no-store, no-transform",
    "x-content-type-options": "nosniff",
  };
  const ofConnection = connectionNames(upstream);
  for (const name of PASSED) {
    const value = upstream.get(name);
    if (!ofConnection.has(name) && mayPass(value)) headers[name] = value;
  }
  const id = upstream.get("x-request-id") ?? upstream.get("request-id");
  if (mayPass(id)) headers["x-upstream-request-id"] = id;
  const encoding = headers["content-encoding"]?.trim().toLowerCase();
  if (encoding !== undefined && encoding !== "" && encoding !== "identity") {
    return { headers, encoding };
  }
  delete headers["content-encoding"];
  return { headers, encoding: undefined };
}
