import type { Clock } from "../../clock.ts";
import type { Patience } from "../state/shared_state.ts";
import { Lease } from "./lease.ts";
import { pickFreeUpstream } from "./pick_free_upstream.ts";
import type { Release, Slots } from "./slots.ts";
import type { Upstream } from "./upstream.ts";

/** Why no upstream of a model can be had. */
export type Refusal =
  | { readonly type: "resting"; readonly restMs: number }
  | { readonly type: "busy" }
  | { readonly type: "none" };

/** What the choice depends on. */
export interface TakeOptions {
  /** Where time comes from. */
  readonly clock: Clock;
  /** The ids of those that this request was sent to already. */
  readonly tried: ReadonlySet<string>;
  /** Lets a wait for a slot run, and gives it what ends it. */
  readonly wait: <T>(task: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  /** How long others may be asked for slots that are shared. */
  readonly patience?: Patience | undefined;
  /** Told of each that is passed over as it rests. */
  readonly onResting: (upstream: Upstream, restMs: number) => void;
}

/**
 * Takes the first of some upstreams that neither rests nor is busy. If all that do not rest are busy, waits for a slot
 * of the first of them that lets one wait.
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
  }
  for (const upstream of free) {
    const releases = await options.wait((signal) => waitForAll(upstream.slots, signal, options));
    if (releases === undefined) continue;
    const lease = leaseOf(upstream, releases, clock.now());
    if (lease !== undefined) return lease;
  }
  if (free.length > 0) return { type: "busy" };
  return restMs === Infinity ? { type: "none" } : { type: "resting", restMs };
}

/** Makes a lease, unless a rest began while the slots were waited for. */
function leaseOf(
  upstream: Upstream,
  releases: readonly Release[],
  nowMs: number,
): Lease | undefined {
  const pass = upstream.enter(nowMs);
  const key = pass === undefined ? undefined : upstream.keys.take(nowMs);
  if (pass !== undefined && key !== undefined) return new Lease(upstream, pass, key, releases);
  pass?.release();
  releaseAll(releases);
  return undefined;
}

type Releases = readonly Release[] | undefined;

/** Waits for nothing but the answers of others, where slots are shared. */
function tryAll(
  [first, ...rest]: readonly Slots[],
  options: TakeOptions,
  before: readonly Release[] = [],
): Releases | Promise<Releases> {
  if (first === undefined) return before;
  const taken = first.takeNow(options.patience);
  return taken instanceof Promise ? taken.then(goOn) : goOn(taken);

  function goOn(release: Release | undefined): Releases | Promise<Releases> {
    if (release === undefined) return void releaseAll(before);
    return tryAll(rest, options, [...before, release]);
  }
}

async function waitForAll(
  slots: readonly Slots[],
  signal: AbortSignal,
  { clock, patience }: TakeOptions,
): Promise<Releases> {
  const releases: Release[] = [];
  try {
    for (const one of slots) {
      const release = await one.wait(clock, signal, patience);
      if (typeof release === "string") return void releaseAll(releases);
      releases.push(release);
    }
    return releases;
  } catch (error) {
    releaseAll(releases);
    throw error;
  }
}

function releaseAll(releases: readonly Release[]): undefined {
  for (const release of releases) release();
}
