import { checkLimit, checkMethods, checkPosition, checkTtl, heldLease } from "./check_arguments.ts";
import {
  checkAppendOptions,
  checkBackwardsOptions,
  checkReadOptions,
  checkThreadsOptions,
} from "./check_options.ts";
import { checkedEvents } from "./check_log.ts";
import { checkName } from "./check_name.ts";
import { EntryIterator } from "./entry_iterator.ts";
import { HeldBatch } from "./seal.ts";
import type { StoreEngine } from "./store_engine.ts";
import type { DraftEvent, Entry, SealedEvent } from "./trace_event.ts";
import type {
  AppendOptions,
  Lease,
  ReadOptions,
  ThreadsOptions,
  ThreadSummary,
  TraceStore,
} from "./trace_store.ts";

const METHODS = [
  "append",
  "forwards",
  "backwards",
  "remove",
  "load",
  "threads",
  "acquire",
  "renew",
  "release",
  "live",
] as const satisfies readonly (keyof StoreEngine)[];

/**
 * What stores on databases share: names, positions and limits are checked, batches are sealed, logs are made sure of
 * and followers end the same way, whatever the database is. A store of one's own can be made of it and a
 * {@linkcode StoreEngine}.
 */
export class EngineTraceStore implements TraceStore {
  readonly #engine: StoreEngine;

  /**
   * Makes a store.
   *
   * @param engine The database.
   * @throws {TypeError} If it lacks a method.
   */
  constructor(engine: StoreEngine) {
    checkMethods("engine", "a store engine", engine, METHODS);
    this.#engine = engine;
  }

  /** Seals a batch and lands it whole, or not at all. */
  async append(
    thread: string,
    batch: readonly DraftEvent[],
    options: AppendOptions = {},
  ): Promise<readonly Entry[]> {
    checkAppendOptions(options);
    const { signal, expected, lease } = options;
    signal?.throwIfAborted();
    checkName(thread, "thread");
    checkPosition("expected", expected);
    const held = lease === undefined ? undefined : heldLease(lease);
    const landed = this.#engine.append(thread, new HeldBatch(batch), { expected, lease: held });
    return await (signal === undefined ? landed : orAborted(landed, signal));
  }

  /** Reads the entries of a thread in order. */
  read(thread: string, options: ReadOptions = {}): AsyncIterableIterator<Entry> {
    checkReadOptions(options);
    const { after = 0, follow = false, signal } = options;
    checkName(thread, "thread");
    checkPosition("after", after);
    return new EntryIterator(this.#engine.forwards(thread, after), { thread, follow, signal });
  }

  /** Reads the entries of a thread from the last to the first. */
  readBackwards(
    thread: string,
    options: Pick<ReadOptions, "signal"> = {},
  ): AsyncIterableIterator<Entry> {
    checkBackwardsOptions(options);
    const { signal } = options;
    checkName(thread, "thread");
    return new EntryIterator(this.#engine.backwards(thread), { thread, follow: false, signal });
  }

  /** Removes a thread with all that belongs to it. */
  async delete(thread: string): Promise<void> {
    checkName(thread, "thread");
    await this.#engine.remove(thread);
  }

  /** Puts a sealed log in place of what the thread had. It is not in memory as a whole meanwhile. */
  async load(
    thread: string,
    log: Iterable<SealedEvent> | AsyncIterable<SealedEvent>,
  ): Promise<void> {
    checkName(thread, "thread");
    const next = new Map<string, number>();
    await this.#engine.load(thread, checkedEvents(log, next), next);
  }

  /** Lists the threads, the one that was made last first. */
  async threads(options: ThreadsOptions = {}): Promise<readonly ThreadSummary[]> {
    checkThreadsOptions(options);
    const { before, limit = 100 } = options;
    checkLimit(limit);
    if (before !== undefined) checkName(before, "thread");
    return await this.#engine.threads(before, limit);
  }

  /** Takes the lease of a thread. */
  async acquire(thread: string, owner: string, ttlMs: number): Promise<Lease> {
    checkName(thread, "thread");
    checkName(owner, "owner");
    checkTtl(ttlMs);
    return await this.#engine.acquire(thread, owner, ttlMs);
  }

  /** Lets a live lease last longer. */
  async renew(lease: Lease, ttlMs: number): Promise<Lease> {
    const held = heldLease(lease);
    checkTtl(ttlMs);
    return await this.#engine.renew(held, ttlMs);
  }

  /** Gives a lease back. */
  async release(lease: Lease): Promise<void> {
    await this.#engine.release(heldLease(lease));
  }

  /** Gives the live lease of a thread. */
  async lease(thread: string): Promise<Lease | undefined> {
    checkName(thread, "thread");
    return await this.#engine.live(thread);
  }
}

/** Waits for a task, or until the signal says that nobody waits any more. */
async function orAborted<T>(task: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([task, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
