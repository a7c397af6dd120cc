import type { HeaderList } from "../header_list.ts";

/** How long a connection is kept unused when its server does not say: most wait 5 seconds or more. */
const DEFAULT_MS = 4000;

/** How long it is kept at most: what is in between forgets it, however long the server waits. */
const MAX_MS = 60_000;

/** How much before the server, which counts from an earlier moment. */
const MARGIN_MS = 1000;

/**
 * Tells how long a connection may be kept open unused.
 *
 * @param headers What the server answered on it.
 * @returns The time, in milliseconds; 0 if it is better closed.
 */
export function idleLimit(headers: HeaderList): number {
  const stated = /(?:^|[\s,;])timeout="?(\d{1,9})/i.exec(headers.get("keep-alive") ?? "");
  if (stated === null) return DEFAULT_MS;
  return Math.min(Math.max(Number(stated[1]) * 1000 - MARGIN_MS, 0), MAX_MS);
}
