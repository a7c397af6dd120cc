import { andThen, type Awaitable } from "../../awaitable.ts";
import type { Lease } from "./lease.ts";
import { leaseOf } from "./lease_of.ts";
import { pickFreeUpstream } from "./pick_free_upstream.ts";
import { releaseAll } from "./release_all.ts";
import type { Release, Slots } from "./slots.ts";
import type { TakeOptions } from "./take_options.ts";
import type { Upstream } from "./upstream.ts";
import { waitForUpstream } from "./wait_for_upstream.ts";

/** Why no upstream of a model can be had. */
export type Refusal =
  | { readonly type: "resting"; readonly restMs: number }
  | { readonly type: "busy" }
  | { readonly type: "none" };

/**
 * Takes the first of some upstreams that neither rests nor is busy. If all that do not rest are busy, waits for the
 * first of them that is not; if those it waited for rest by then, chooses again among all.
 *
 * @param upstreams The upstreams, the first choice first.
 * @param options The time, and what happened before.
 * @returns What it gave, or why there is none.
 * @throws What ends a wait for a slot.
 */
export async function takeUpstream(
  upstreams: readonly Upstream[],
  options: TakeOptions,
): Promise<Lease | Refusal> {
  const { clock, tried, onResting } = options;
  let restMs = Infinity;
  const picked = {
    nowMs: clock.now(),
    tried,
    onResting(upstream: Upstream, ms: number) {
      // One that is being probed rests for no known time: long enough for the probe to tell something.
      restMs = Math.min(restMs, Math.max(ms, 1));
      onResting(upstream, ms);
    },
  };
  const free = [...pickFreeUpstream(upstreams, picked)];
  for (const upstream of free) {
    const taken = tryAll(upstream.slots, options);
    const releases = taken instanceof Promise ? await taken : taken;
    if (releases === undefined) continue;
    const lease = leaseOf(upstream, releases, clock.now());
    if (lease !== undefined) return lease;
    releaseAll(releases);
  }
  if (free.length === 0) {
    return restMs === Infinity ? { type: "none" } : { type: "resting", restMs };
  }
  const waited = await waitForUpstream(free, options);
  if (waited === "resting") return await takeUpstream(upstreams, options);
  return waited ?? { type: "busy" };
}

type Releases = readonly Release[] | undefined;

/** Waits for nothing but the answers of others, where slots are shared. */
function tryAll(
  [first, ...rest]: readonly Slots[],
  options: TakeOptions,
  before: readonly Release[] = [],
): Awaitable<Releases> {
  if (first === undefined) return before;
  return andThen(first.takeNow(options.patience), (release) => {
    if (release === undefined) return void releaseAll(before);
    return tryAll(rest, options, [...before, release]);
  });
}
