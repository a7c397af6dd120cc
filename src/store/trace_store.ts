import type { DraftEvent, Entry, SealedEvent } from "./trace_event.ts";

/** One owner's right to a thread, for a time. */
export interface Lease {
  /** The thread. */
  readonly thread: string;
  /** Who has it. */
  readonly owner: string;
  /** Opaque, and greater as a string than every earlier token of the thread. */
  readonly token: string;
  /** When it ends: RFC 3339, UTC, in milliseconds. From that moment on it is over. */
  readonly expiresAt: string;
}

/** A thread in a list of them. */
export interface ThreadSummary {
  /** Its id. */
  readonly thread: string;
  /** Its first entry. */
  readonly first: Entry;
}

/** How to append. */
export interface AppendOptions {
  /** The position the writer believes is the last; 0 is "no thread yet". By default any will do. */
  readonly expected?: number | undefined;
  /** The lease to write under; it must be the thread's live one at the moment of the write. */
  readonly lease?: Lease | undefined;
  /** Ends the wait; whether the batch landed is then unknown. */
  readonly signal?: AbortSignal | undefined;
}

/** How to read. */
export interface ReadOptions {
  /** The position after which to begin. @default {0} */
  readonly after?: number | undefined;
  /** Whether to wait for more at the end. @default {false} */
  readonly follow?: boolean | undefined;
  /** Ends the reading; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Which threads to list. */
export interface ThreadsOptions {
  /** The thread after which to begin; an unknown one gives none. By default with the newest. */
  readonly before?: string | undefined;
  /** How many at most. @default {100} */
  readonly limit?: number | undefined;
}

/**
 * Keeps the events of threads: append-only logs, each for one conversation, with leases that let one worker at a
 * time go on with it.
 *
 * Names (of threads, streams, types and owners) are not empty, well-formed Unicode without NUL, of at most 512
 * bytes of UTF-8, and compared by code unit. Payloads are what `normalPayload()` takes.
 */
export interface TraceStore {
  /**
   * Seals a batch and lands it whole and unbroken, or not at all. An empty batch is checked and lands nothing.
   *
   * Checked in this order: names, the lease, the expected position, the events. A failed append changes nothing.
   *
   * @param thread The thread; made by its first event.
   * @param batch The events.
   * @param options What must hold.
   * @returns The entries, as a later read gives them.
   * @throws {TraceStoreError} `INVALID_EVENT`, `LEASE_EXPIRED`, `STREAM_MOVED`, `SEALED_EVENT`. Any other error
   * means that the outcome is unknown.
   */
  append(
    thread: string,
    batch: readonly DraftEvent[],
    options?: AppendOptions,
  ): Promise<readonly Entry[]>;
  /**
   * Reads the entries of a thread in order. An unknown thread has none, also for one who follows. Without `follow` it
   * gives all that are there when it begins, and maybe some that come meanwhile. A follower ends when the thread is
   * deleted or replaced, when `return()` is called, also while it waits, and when it is aborted.
   *
   * @param thread The thread.
   * @param options Where to begin, and whether to wait.
   * @throws {TraceStoreError} `THREAD_GONE`, without `follow`, if the thread is deleted or replaced before all is given
   * that was there.
   */
  read(thread: string, options?: ReadOptions): AsyncIterableIterator<Entry>;
  /**
   * Reads the entries of a thread from the last to the first, as they are at the start. The last one costs the same
   * however long the thread is.
   *
   * @param thread The thread.
   * @param options What ends it early.
   * @throws {TraceStoreError} `THREAD_GONE` if the thread is deleted or replaced before the first entry is given.
   */
  readBackwards(
    thread: string,
    options?: Pick<ReadOptions, "signal">,
  ): AsyncIterableIterator<Entry>;
  /**
   * Removes a thread with its log, counters and lease. The id is then free, as if it had never been used. An unknown
   * one is let be.
   *
   * @param thread The thread.
   */
  delete(thread: string): Promise<void>;
  /**
   * Puts a sealed log in place of what the thread had, lease included. An empty log deletes it.
   *
   * @param thread The thread.
   * @param log The events in order.
   * @throws {TraceStoreError} `INVALID_LOG` if an event is not sealed or a stream has a gap; `INVALID_EVENT`.
   */
  load(
    thread: string,
    log: Iterable<SealedEvent> | AsyncIterable<SealedEvent>,
  ): Promise<void>;
  /**
   * Lists the threads, the one that was made last first.
   *
   * @param options Which of them.
   */
  threads(options?: ThreadsOptions): Promise<readonly ThreadSummary[]>;
  /**
   * Takes the lease of a thread, which need not exist. The owner who has it already gets a new one.
   *
   * @param thread The thread.
   * @param owner Who takes it.
   * @param ttlMs For how long, in milliseconds.
   * @throws {TraceStoreError} `LEASE_HELD` if another has it.
   * @throws {RangeError} If the time is not positive.
   */
  acquire(thread: string, owner: string, ttlMs: number): Promise<Lease>;
  /**
   * Lets a live lease last longer, from now on; never revives one.
   *
   * @param lease The lease.
   * @param ttlMs For how long, in milliseconds.
   * @throws {TraceStoreError} `LEASE_EXPIRED` if it is not the thread's live one.
   * @throws {RangeError} If the time is not positive.
   */
  renew(lease: Lease, ttlMs: number): Promise<Lease>;
  /**
   * Gives a lease back; one that is not the thread's is let be.
   *
   * @param lease The lease.
   */
  release(lease: Lease): Promise<void>;
  /**
   * Gives the live lease of a thread.
   *
   * @param thread The thread.
   */
  lease(thread: string): Promise<Lease | undefined>;
}
