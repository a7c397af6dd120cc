import type { HeaderList } from "../header_list.ts";
import type { ProviderPlan, UpstreamPlan } from "../config/plan.ts";
import { connectionNames, UNFORWARDABLE, UNSETTABLE } from "./header_names.ts";
import { isHeaderValue } from "./is_header_value.ts";

/**
 * What of a client's headers always goes to upstreams. Everything else stays here: whatever a client, a browser or a
 * proxy before this one adds may be a secret or tell of the network, and goes to a third party only if the configuration
 * names it. `openai-organization` and `openai-project` are left out as well: they would choose whom a key of ours bills;
 * and `idempotency-key`: clients share our key, so that one could get what another was answered, and the same request
 * goes to another model with another body.
 */
const PASSED: ReadonlySet<string> = new Set([
  "accept",
  "accept-language",
  "anthropic-beta",
  "anthropic-version",
  "openai-beta",
  "traceparent",
  "tracestate",
  "user-agent",
  "x-client-request-id",
  "x-request-id",
]);

/** What the official SDKs tell of themselves by. */
const PASSED_PREFIX = "x-stainless-";

/**
 * Makes the headers of a request to an upstream: of the client's those that are harmless or that the configuration
 * forwards, less those that it removes; then the type of the body, the key, and what the configuration sets.
 *
 * The body is not compressed on its way back, as it is read here: `accept-encoding` is `identity`, always.
 *
 * @param client The headers that the client sent.
 * @param upstream The upstream.
 * @param key The key to send; `undefined` for none.
 * @returns The headers, names in lower case.
 * @throws {TypeError} If the key or what the configuration sets is no value of a header.
 */
export function upstreamHeaders(
  client: HeaderList,
  upstream: UpstreamPlan,
  key: string | undefined,
): ReadonlyMap<string, string> {
  const { set, remove, forward } = upstream.request.headers;
  const headers = new Map<string, string>();
  const ofConnection = connectionNames(client);
  for (const [name, value] of client) {
    const isWanted = PASSED.has(name) || name.startsWith(PASSED_PREFIX) || forward.has(name);
    if (!isWanted || remove.has(name) || UNFORWARDABLE.has(name)) continue;
    if (!ofConnection.has(name) && isHeaderValue(value)) headers.set(name, value);
  }
  headers.set("content-type", "application/json");
  if (key !== undefined) setKey(headers, upstream.provider.auth, key);
  for (const [name, value] of set) {
    if (!UNSETTABLE.has(name)) headers.set(name, requireValue(name, value));
  }
  headers.set("accept-encoding", "identity");
  return headers;
}

function setKey(headers: Map<string, string>, auth: ProviderPlan["auth"], key: string): void {
  switch (auth) {
    case "bearer":
      headers.set("authorization", `Bearer ${requireValue("authorization", key)}`);
      return;
    case "x-api-key":
    case "api-key":
      headers.set(auth, requireValue(auth, key));
      return;
    case "none":
      return;
    default:
      auth satisfies never;
  }
}

/** The value is not in the message: it may be a key. */
function requireValue(name: string, value: string): string {
  if (isHeaderValue(value)) return value;
  throw new TypeError(
    `Cannot send the header ${JSON.stringify(name)} as its value must be on one line of Latin-1`,
  );
}
