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
 * @returns What it gave; `undefined` if nothing came free in time, or too many wait.
 * @throws What ends the wait.
 */
export async function waitForUpstream(
  upstreams: readonly Upstream[],
  options: TakeOptions,
): Promise<Lease | undefined> {
  const { clock, queued } = options;
  let left = upstreams;
  while (left.length > 0) {
    const startedMs = clock.now();
    const race = new Race(options, startedMs - queued.ms);
    try {
      const lease = await options.wait((signal) => race.run(left, signal));
      if (lease !== undefined) return lease;
    } finally {
      queued.ms += clock.now() - startedMs;
    }
    // Fewer each time: each was put off for another that was not.
    left = race.putOff;
  }
  return undefined;
}

/** One request that waits for several upstreams. */
class Race {
  readonly #options: TakeOptions;
  readonly #sinceMs: number;
  readonly #over = new AbortController();
  readonly #waitedAt = new Set<Slots>();
  readonly #putOff: Upstream[] = [];

  constructor(options: TakeOptions, sinceMs: number) {
    this.#options = options;
    this.#sinceMs = sinceMs;
  }

  /** Those that another one of the request stood before in the same queue. */
  get putOff(): readonly Upstream[] {
    return this.#putOff;
  }

  async run(upstreams: readonly Upstream[], signal: AbortSignal): Promise<Lease | undefined> {
    signal.throwIfAborted();
    const onAbort = () => this.#over.abort(signal.reason);
    signal.addEventListener("abort", onAbort);
    try {
      const lease = await firstOf(upstreams.map((upstream) => this.#waitFor(upstream)));
      if (lease === undefined) signal.throwIfAborted();
      return lease;
    } finally {
      signal.removeEventListener("abort", onAbort);
      this.#over.abort(TAKEN);
    }
  }

  async #waitFor(upstream: Upstream): Promise<Lease | undefined> {
    const releases = await this.#slotsOf(upstream);
    if (releases === undefined) return undefined;
    if (this.#over.signal.aborted) return releaseAll(releases);
    const lease = leaseOf(upstream, releases, this.#options.clock.now());
    // At once: what comes free for the others from now on is not for this request.
    if (lease !== undefined) this.#over.abort(TAKEN);
    return lease;
  }

  async #slotsOf(upstream: Upstream): Promise<readonly Release[] | undefined> {
    const releases: Release[] = [];
    try {
      for (const slots of upstream.slots) {
        // What is free is taken at once, so that the first choice comes first to a queue that several are under.
        const release = slots.tryTake() ?? await this.#waitAt(slots, upstream);
        if (release === undefined) return releaseAll(releases);
        releases.push(release);
      }
      return releases;
    } catch (error) {
      releaseAll(releases);
      throw error;
    }
  }

  /** A request stands in a queue once, for the first of its choices that came there. */
  async #waitAt(slots: Slots, upstream: Upstream): Promise<Release | undefined> {
    if (this.#waitedAt.has(slots)) return void this.#putOff.push(upstream);
    const { clock, patience } = this.#options;
    const how = { patience, sinceMs: this.#sinceMs, who: this };
    this.#waitedAt.add(slots);
    try {
      const release = await slots.wait(clock, this.#over.signal, how);
      return typeof release === "string" ? undefined : release;
    } finally {
      this.#waitedAt.delete(slots);
    }
  }
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
