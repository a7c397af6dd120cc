import { HOP_BY_HOP } from "../../hop_by_hop.ts";

/** What `fetch` says itself, and what is for the mock alone. */
const OWN_OF_REQUESTS: readonly string[] = [
  "host",
  "content-length",
  "accept-encoding",
  "expect",
  "x-test-id",
];

/** What is no longer true of a body that `fetch` has unpacked. */
const OWN_OF_RESPONSES: readonly string[] = ["content-length", "content-encoding"];

/** Gives the headers of a request that are forwarded. */
export function forwardedHeaders(headers: Headers): Headers {
  return without(headers, OWN_OF_REQUESTS);
}

/** Gives the headers of a response that are passed on. */
export function passedHeaders(headers: Headers): Headers {
  return without(headers, OWN_OF_RESPONSES);
}

/** Gives the query of a request that is forwarded. */
export function forwardedQuery(query: URLSearchParams): URLSearchParams {
  const forwarded = new URLSearchParams(query);
  forwarded.delete("testId");
  return forwarded;
}

function without(headers: Headers, names: readonly string[]): Headers {
  const passed = new Headers(headers);
  const named = (headers.get("connection") ?? "").split(",").map((name) => name.trim());
  for (const name of [...HOP_BY_HOP, ...names, ...named.filter(isName)]) passed.delete(name);
  return passed;
}

/** Headers refuse to look for what is no name. */
function isName(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text);
}
