import type { ProxyEvent } from "../../proxy.ts";

/**
 * Whether an event tells of an error of the proxy itself. An upstream's own 500 is none, which a client gets as it is:
 * that one has a kind.
 */
export function isOwnError(event: ProxyEvent): boolean {
  if (event.event === "error") return true;
  return event.event === "end" && event.status === 500 && event.kind === undefined;
}
