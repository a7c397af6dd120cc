import type { EntrySource } from "./entry_iterator.ts";
import type { HeldBatch, NextSeqs } from "./seal.ts";
import type { Entry, SealedEvent } from "./trace_event.ts";
import type { AppendOptions, Lease, ThreadSummary } from "./trace_store.ts";

/**
 * What a database does for a store. Names, positions, limits and times were checked; every step is atomic, and a
 * failed one changes nothing.
 */
export interface StoreEngine {
  /** Checks the lease, then the expected position; then seals the batch and lands it. */
  append(
    thread: string,
    batch: HeldBatch,
    options: Pick<AppendOptions, "expected" | "lease">,
  ): Promise<readonly Entry[]>;
  /** Reads one life of a thread from a position on. */
  forwards(thread: string, after: number): EntrySource;
  /** Reads one life of a thread from its last entry back. */
  backwards(thread: string): EntrySource;
  /** Removes a thread, its log and its lease. */
  remove(thread: string): Promise<void>;
  /**
   * Puts a log in place of what the thread had, its lease included; an empty one removes it. If the events throw,
   * nothing changes. The next numbers of the streams are complete when the events are through.
   */
  load(thread: string, events: AsyncIterable<SealedEvent>, next: NextSeqs): Promise<void>;
  /** Lists threads, the one that was born last first. */
  threads(before: string | undefined, limit: number): Promise<readonly ThreadSummary[]>;
  /** Takes the lease of a thread. */
  acquire(thread: string, owner: string, ttlMs: number): Promise<Lease>;
  /** Lets a live lease last longer. */
  renew(lease: Lease, ttlMs: number): Promise<Lease>;
  /** Gives a lease back, if it is the thread's. */
  release(lease: Lease): Promise<void>;
  /** Gives the live lease of a thread. */
  live(thread: string): Promise<Lease | undefined>;
}
