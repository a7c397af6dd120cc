/** Upstreams without a configuration, and what they stand on. */
import type { BackoffScope } from "../../../../src/proxy/backoff/backoff_scope.ts";
import type { KeyPool } from "../../../../src/proxy/backoff/key_pool.ts";
import type { UpstreamPlan } from "../../../../src/proxy/config/plan.ts";
import { Slots } from "../../../../src/proxy/routing/slots.ts";
import { Upstream } from "../../../../src/proxy/routing/upstream.ts";
import { UpstreamLoad } from "../../../../src/proxy/routing/upstream_load.ts";

/** An upstream, whether it rests, and how often leave to send to it was given back. */
export interface MadeUpstream {
  readonly one: Upstream;
  isResting: boolean;
  readonly told: { readonly releases: number };
}

/** An upstream that has leave to give, and of which the keys may be gone by the time one is taken. */
export function upstream(id: string, slots: readonly Slots[], hasKey = true): MadeUpstream {
  const told = { releases: 0 };
  let isGone = false;
  const pass = { isProbe: true, commit() {}, fail() {}, release: () => void told.releases++ };
  const scope = {
    canEnter: () => !made.isResting,
    remainingAt: () => made.isResting ? 1000 : 0,
    enter: () => made.isResting ? undefined : pass,
  };
  const keys = {
    canTake: () => !isGone,
    remainingAt: () => 0,
    take() {
      isGone = !hasKey;
      return hasKey ? { key: undefined, index: 0, pass } : undefined;
    },
  };
  const one = new Upstream({ id } as UpstreamPlan, {
    scope: scope as unknown as BackoffScope,
    keys: keys as unknown as KeyPool,
    slots,
    load: new UpstreamLoad(),
  });
  const made = { one, told, isResting: false };
  return made;
}

/** A limit that lets one wait for 100 ms. */
export function slots(id: string, max = 1): Slots {
  return new Slots({ id, max, maxQueued: 5, queueMs: 100 });
}
