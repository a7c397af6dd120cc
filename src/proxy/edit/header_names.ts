import { HOP_BY_HOP } from "../../hop_by_hop.ts";
import type { HeaderList } from "../header_list.ts";

/**
 * Headers of a request to an upstream that no configuration can set: they are the transport's, or belong to a body of
 * another length or coding than the one that is sent.
 */
export const UNSETTABLE: ReadonlySet<string> = new Set([
  ...HOP_BY_HOP,
  "accept-encoding",
  "content-encoding",
  "content-length",
  "expect",
  "host",
]);

/**
 * Headers of a client that no configuration can have passed on: what it is let in by here, and what says from where it
 * came. An upstream gets its own key, or what the configuration sets.
 */
export const UNFORWARDABLE: ReadonlySet<string> = new Set([
  ...UNSETTABLE,
  "api-key",
  "authorization",
  "content-type",
  "cookie",
  "forwarded",
  "x-api-key",
  "x-goog-api-key",
]);

const NONE: ReadonlySet<string> = new Set();

/**
 * Gives the headers that a message's `connection` names: they are for one connection alone as well.
 *
 * @param headers The headers of the message.
 */
export function connectionNames(headers: Pick<HeaderList, "get">): ReadonlySet<string> {
  const names = headers.get("connection") ?? "";
  if (names === "" || names === "keep-alive") return NONE;
  return new Set(names.split(",").map((name) => name.trim().toLowerCase()));
}
