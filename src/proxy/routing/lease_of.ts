import { Lease } from "./lease.ts";
import type { Release } from "./slots.ts";
import type { Upstream } from "./upstream.ts";

/**
 * Makes a lease of an upstream, unless a rest began while its slots were waited for: then the slots are still the
 * caller's.
 *
 * @param upstream The upstream.
 * @param releases Give its slots back.
 * @param nowMs The time now.
 */
export function leaseOf(
  upstream: Upstream,
  releases: readonly Release[],
  nowMs: number,
): Lease | undefined {
  const pass = upstream.enter(nowMs);
  const key = pass === undefined ? undefined : upstream.keys.take(nowMs);
  if (pass !== undefined && key !== undefined) return new Lease(upstream, pass, key, releases);
  pass?.release();
  return undefined;
}
