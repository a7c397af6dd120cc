import type { Lease } from "./lease.ts";
import { leaseOf } from "./lease_of.ts";
import { releaseAll } from "./release_all.ts";
import type { Release, Slots } from "./slots.ts";
import type { TakeOptions } from "./take_options.ts";
import type { Upstream } from "./upstream.ts";

/** Ends the waits of a request that has its upstream. An error in its place would cost a stack each time. */
const TAKEN = Symbol("taken");

/**
 * Waits for a slot of some upstreams, in all their queues at once, and takes the first that comes free. In each queue
 * the request has its turn, and leaves the others when it has it in one.
 *
 * All waits of a request count together: at no limit does it wait when it has waited for longer than the limit lets one
 * wait, wherever that was.
 *
 * @param upstreams The upstreams, the first choice first.
 * @param options The time, and what happened before.
 * @returns What it gave; `resting` if something came free, but rests by now; `undefined` if nothing came free in time, or
 *   too many wait.
 * @throws What ends the wait.
 */
export async function waitForUpstream(
  upstreams: readonly Upstream[],
  options: TakeOptions,
): Promise<Lease | "resting" | undefined> {
  const { clock, queued } = options;
  const startedMs = clock.now();
  const race = new Race(upstreams, options, startedMs - queued.ms);
  try {
    return await options.wait((signal) => race.run(signal));
  } finally {
    // The clock of a machine may be set back.
    queued.ms += Math.max(0, clock.now() - startedMs);
  }
}

/** The slots that a request has for one upstream while it waits for more. */
type Held = Map<Slots, Release>;

/** One request that waits for several upstreams. */
class Race {
  readonly #held: ReadonlyMap<Upstream, Held>;
  readonly #options: TakeOptions;
  readonly #sinceMs: number;
  readonly #over = new AbortController();
  readonly #waitedAt = new Map<Slots, Upstream>();
  /** Those that another one of the request stands before in the same queue. */
  readonly #putOff: Upstream[] = [];
  #hadTurn = false;

  constructor(upstreams: readonly Upstream[], options: TakeOptions, sinceMs: number) {
    this.#held = new Map(upstreams.map((upstream) => [upstream, new Map()]));
    this.#options = options;
    this.#sinceMs = sinceMs;
  }

  async run(signal: AbortSignal): Promise<Lease | "resting" | undefined> {
    signal.throwIfAborted();
    const onAbort = () => this.#over.abort(signal.reason);
    signal.addEventListener("abort", onAbort);
    try {
      const lease = await this.#waitForAll([...this.#held.keys()]);
      if (lease === undefined) signal.throwIfAborted();
      return lease ?? (this.#hadTurn ? "resting" : undefined);
    } finally {
      signal.removeEventListener("abort", onAbort);
      this.#over.abort(TAKEN);
      for (const upstream of this.#putOff) giveBack(this.#held.get(upstream)!);
    }
  }

  #waitForAll(upstreams: readonly Upstream[]): Promise<Lease | undefined> {
    return firstOf(upstreams.map((upstream) => this.#waitFor(upstream)));
  }

  async #waitFor(upstream: Upstream): Promise<Lease | undefined> {
    const held = this.#held.get(upstream)!;
    try {
      await this.#collect(upstream, held);
      if (this.#over.signal.aborted || this.#putOff.includes(upstream)) return undefined;
      // The turn is for the first choice that has all else it needs: it may have been put off, or this one may rest.
      for (const one of this.#held.keys()) {
        const lease = this.#take(one, held);
        if (lease !== undefined) return lease;
      }
    } finally {
      if (!this.#putOff.includes(upstream)) giveBack(held);
    }
    return await this.#waitForAll(this.#putOff.splice(0));
  }

  async #collect(upstream: Upstream, held: Held): Promise<void> {
    for (const slots of upstream.slots) {
      if (held.has(slots)) continue;
      // What is free is taken at once, so that the first choice comes first to a queue that several are under.
      const release = slots.tryTake() ?? await this.#waitAt(slots, upstream);
      if (release === undefined) return;
      held.set(slots, release);
    }
  }

  /** Takes an upstream with what is held for it, or for the one that has its turn, and with what else is free. */
  #take(upstream: Upstream, held: Held): Lease | undefined {
    const own = this.#held.get(upstream)!;
    const releases: Release[] = [];
    for (const slots of upstream.slots) {
      let release = held.get(slots) ?? own.get(slots);
      if (release === undefined) {
        release = slots.tryTake();
        if (release === undefined) return undefined;
        held.set(slots, release);
      }
      releases.push(release);
    }
    this.#hadTurn = true;
    const lease = leaseOf(upstream, releases, this.#options.clock.now());
    if (lease === undefined) return undefined;
    for (const slots of upstream.slots) if (!held.delete(slots)) own.delete(slots);
    // At once: what comes free for the others from now on is not for this request.
    this.#over.abort(TAKEN);
    return lease;
  }

  /** Who is put off for a lesser choice keeps what it has: so it is the one to be taken when the turn comes. */
  #letBefore(other: Upstream, upstream: Upstream): void {
    this.#putOff.push(upstream);
    const choices = [...this.#held.keys()];
    if (choices.indexOf(other) < choices.indexOf(upstream)) giveBack(this.#held.get(upstream)!);
  }

  /** A request stands in a queue once, for the first of its choices that came there. */
  async #waitAt(slots: Slots, upstream: Upstream): Promise<Release | undefined> {
    // Who is put off after the end would keep what it has for ever.
    if (this.#over.signal.aborted) return undefined;
    const before = this.#waitedAt.get(slots);
    if (before !== undefined) return void this.#letBefore(before, upstream);
    const { clock, patience } = this.#options;
    const how = { patience, sinceMs: this.#sinceMs, who: this };
    this.#waitedAt.set(slots, upstream);
    try {
      const release = await slots.wait(clock, this.#over.signal, how);
      return typeof release === "string" ? undefined : release;
    } catch (reason) {
      // It must not overtake the lease that ended this wait.
      if (reason !== TAKEN) throw reason;
      return undefined;
    } finally {
      this.#waitedAt.delete(slots);
    }
  }
}

function giveBack(held: Held): void {
  releaseAll(held.values());
  held.clear();
}

/** Gives the first that is something; `undefined` if all are nothing. */
function firstOf<T>(tasks: readonly Promise<T | undefined>[]): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    for (const task of tasks) {
      task.then((value) => value !== undefined && resolve(value), reject);
    }
    Promise.all(tasks).then(() => resolve(undefined), reject);
  });
}
