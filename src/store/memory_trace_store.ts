import { type Clock, systemClock } from "../clock.ts";
import { requireKnownOptions } from "../known_options.ts";
import { checkClock, checkLimit, checkPosition, heldLease } from "./check_arguments.ts";
import {
  checkAppendOptions,
  checkBackwardsOptions,
  checkReadOptions,
  checkThreadsOptions,
} from "./check_options.ts";
import { checkLog } from "./check_log.ts";
import { checkName } from "./check_name.ts";
import { EntryIterator } from "./entry_iterator.ts";
import type { EntryIteratorOptions, EntryPage } from "./entry_iterator.ts";
import { MemoryLeases } from "./memory_leases.ts";
import { entriesIn, entryOf, type Life, pagesBackwards, pagesForwards } from "./memory_life.ts";
import { streamMoved } from "./refusals.ts";
import { timeText } from "./time_text.ts";
import { HeldBatch } from "./seal.ts";
import type { DraftEvent, Entry, SealedEvent } from "./trace_event.ts";
import type {
  AppendOptions,
  Lease,
  ReadOptions,
  ThreadsOptions,
  ThreadSummary,
  TraceStore,
} from "./trace_store.ts";
import { Wakers } from "./wakers.ts";

/** Options of {@linkcode MemoryTraceStore}. */
export interface MemoryTraceStoreOptions {
  /** Where time comes from. @default {systemClock} */
  readonly clock?: Clock | undefined;
}

/**
 * Keeps threads in memory: the reference for every other store, and a double for tests.
 *
 * @example
 * ```ts
 * import { MemoryTraceStore } from "@wholeturn/wholeturn/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const store = new MemoryTraceStore();
 * await store.append("thread", [{ type: "note", stream: "a", payload: "hi" }], { expected: 0 });
 * const positions: number[] = [];
 * for await (const { position } of store.read("thread")) positions.push(position);
 * assertEquals(positions, [1]);
 * ```
 */
export class MemoryTraceStore implements TraceStore {
  readonly #clock: Clock;
  /** In the order of their births. */
  readonly #lives: Map<string, Life> = new Map();
  readonly #leases: MemoryLeases;
  readonly #wakers: Wakers = new Wakers();

  /**
   * Makes a store without threads.
   *
   * @param options Where time comes from.
   * @throws {TypeError} If that is no clock.
   */
  constructor(options: MemoryTraceStoreOptions = {}) {
    requireKnownOptions("make a store", options, { clock: true });
    const { clock = systemClock } = options;
    checkClock(clock);
    this.#clock = clock;
    this.#leases = new MemoryLeases(this.#clock);
  }

  /** Seals a batch and lands it whole, or not at all. */
  append(
    thread: string,
    batch: readonly DraftEvent[],
    options: AppendOptions = {},
  ): Promise<readonly Entry[]> {
    return attempt(() => {
      checkAppendOptions(options);
      options.signal?.throwIfAborted();
      return this.#append(thread, batch, options);
    });
  }

  /** Reads the entries of a thread in order. */
  read(thread: string, options: ReadOptions = {}): AsyncIterableIterator<Entry> {
    checkReadOptions(options);
    const { after = 0, follow = false, signal } = options;
    checkName(thread, "thread");
    checkPosition("after", after);
    const page = pagesForwards(() => this.#lives.get(thread), after);
    return this.#iterate(page, { thread, follow, signal });
  }

  /** Reads the entries of a thread from the last to the first. */
  readBackwards(
    thread: string,
    options: Pick<ReadOptions, "signal"> = {},
  ): AsyncIterableIterator<Entry> {
    checkBackwardsOptions(options);
    const { signal } = options;
    checkName(thread, "thread");
    const page = pagesBackwards(this.#lives.get(thread));
    return this.#iterate(page, { thread, follow: false, signal });
  }

  /** Removes a thread with all that belongs to it. */
  delete(thread: string): Promise<void> {
    return attempt(() => {
      checkName(thread, "thread");
      this.#end(thread);
    });
  }

  /** Puts a sealed log in place of what the thread had. */
  async load(
    thread: string,
    log: Iterable<SealedEvent> | AsyncIterable<SealedEvent>,
  ): Promise<void> {
    checkName(thread, "thread");
    const { events, next } = await checkLog(log);
    this.#end(thread);
    if (events.length === 0) return;
    this.#lives.set(thread, { log: events, next, ended: false });
  }

  /** Lists the threads, the one that was made last first. */
  threads(options: ThreadsOptions = {}): Promise<readonly ThreadSummary[]> {
    return attempt(() => {
      checkThreadsOptions(options);
      const { before, limit = 100 } = options;
      checkLimit(limit);
      if (before !== undefined) checkName(before, "thread");
      const newest = [...this.#lives].reverse();
      const start = before === undefined ? 0 : newest.findIndex(([id]) => id === before) + 1;
      if (before !== undefined && start === 0) return [];
      return newest.slice(start, start + limit)
        .map(([id, life]) => ({ thread: id, first: entriesIn(life, 0, 1)[0]! }));
    });
  }

  /** Takes the lease of a thread. */
  acquire(thread: string, owner: string, ttlMs: number): Promise<Lease> {
    return attempt(() => this.#leases.acquire(thread, owner, ttlMs));
  }

  /** Lets a live lease last longer. */
  renew(lease: Lease, ttlMs: number): Promise<Lease> {
    return attempt(() => this.#leases.renew(lease, ttlMs));
  }

  /** Gives a lease back. */
  release(lease: Lease): Promise<void> {
    return attempt(() => this.#leases.release(lease));
  }

  /** Gives the live lease of a thread. */
  lease(thread: string): Promise<Lease | undefined> {
    return attempt(() => {
      checkName(thread, "thread");
      return this.#leases.live(thread);
    });
  }

  #iterate(
    page: () => Promise<EntryPage>,
    options: EntryIteratorOptions,
  ): AsyncIterableIterator<Entry> {
    return new EntryIterator({ page, arm: () => this.#wakers.arm(options.thread) }, options);
  }

  #append(
    thread: string,
    batch: readonly DraftEvent[],
    { expected, lease }: AppendOptions,
  ): readonly Entry[] {
    checkName(thread, "thread");
    checkPosition("expected", expected);
    // All that is the caller's is read first: nothing can come between the checks and the write.
    const heldBatch = new HeldBatch(batch);
    if (lease !== undefined) this.#leases.requireLive(heldLease(lease), thread);
    const now = timeText(this.#clock.now());
    const life = this.#lives.get(thread);
    const last = life?.log.length ?? 0;
    if (expected !== undefined && expected !== last) throw streamMoved(thread, expected, last);
    const next = life?.next ?? new Map<string, number>();
    const sealed = heldBatch.sealOnto(next, now);
    if (sealed.length === 0) return [];
    const target = life ?? { log: [], next, ended: false };
    if (life === undefined) this.#lives.set(thread, target);
    for (const event of sealed) target.log.push(event);
    this.#wakers.wake(thread);
    return sealed.map((event, index) => entryOf(event, last + index + 1));
  }

  #end(thread: string): void {
    const life = this.#lives.get(thread);
    if (life !== undefined) life.ended = true;
    this.#lives.delete(thread);
    this.#leases.drop(thread);
    this.#wakers.wake(thread);
  }
}

/** What a function gives or throws, as a promise. */
function attempt<T>(run: () => T): Promise<T> {
  try {
    return Promise.resolve(run());
  } catch (error) {
    return Promise.reject(error);
  }
}
