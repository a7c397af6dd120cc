import type { Clock } from "../clock.ts";
import { normalPayload } from "../store/normal_payload.ts";
import type { DraftEvent, Entry, Json, SealedEvent } from "../store/trace_event.ts";
import type { Lease, TraceStore } from "../store/trace_store.ts";
import { RECORD_STREAMS } from "./graph.ts";
import type { RecordPayloads, RecordType } from "./graph.ts";
import type { Trace } from "./trace.ts";

/** What a log is opened with. */
export interface ThreadLogOptions {
  /** How long a lease lasts that nobody renews, in milliseconds. */
  readonly leaseMs: number;
  /** Where time comes from. */
  readonly clock: Clock;
}

/** The log of a thread in the hands of the one who may go on with it. */
export class ThreadLog {
  readonly #store: TraceStore;
  readonly #options: ThreadLogOptions;
  readonly #entries: Entry[];
  #lease: Lease;
  #renewAtMs: number;
  /** The thread. */
  readonly thread: string;
  /** The events as they were recorded: all that steps are shown. */
  readonly trace: Trace;
  /** Whether the store failed: the thread may be another's by now, so that nothing more is written. */
  isLost = false;

  constructor(
    store: TraceStore,
    lease: Lease,
    entries: Entry[],
    options: ThreadLogOptions,
  ) {
    this.#store = store;
    this.#lease = lease;
    this.#entries = entries;
    this.#options = options;
    this.#renewAtMs = options.clock.now() + options.leaseMs / 2;
    this.thread = lease.thread;
    this.trace = entries.map(({ event }) => event);
  }

  /**
   * Takes the lease of a thread and reads its log.
   *
   * @param store Where it is.
   * @param thread The thread.
   * @param options How long the lease lasts.
   * @throws {TraceStoreError} `LEASE_HELD` if another has the lease.
   */
  static async open(
    store: TraceStore,
    thread: string,
    options: ThreadLogOptions,
  ): Promise<ThreadLog> {
    // One owner for each time: also two parts of one process must not write at once.
    const lease = await store.acquire(thread, crypto.randomUUID(), options.leaseMs);
    try {
      const entries: Entry[] = [];
      for await (const entry of store.read(thread)) entries.push(entry);
      return new ThreadLog(store, lease, entries, options);
    } catch (error) {
      await store.release(lease).catch(() => {});
      throw error;
    }
  }

  /** The position of the last event; 0 if there is none. */
  get position(): number {
    return this.#entries.at(-1)?.position ?? 0;
  }

  /** Gives the entries after a position. */
  after(position: number): readonly Entry[] {
    return this.#entries.filter((entry) => entry.position > position);
  }

  /** Records what happened in a turn. */
  async record<T extends RecordType>(type: T, payload: RecordPayloads[T]): Promise<void> {
    await this.append([recordOf(type, payload)]);
  }

  /**
   * Appends events, if the log is still ours and nobody else has written.
   *
   * @throws What the store throws.
   */
  async append(batch: readonly DraftEvent[]): Promise<void> {
    try {
      await this.#renew();
      const entries = await this.#store.append(this.thread, batch, {
        expected: this.position,
        lease: this.#lease,
      });
      this.#entries.push(...entries);
      (this.trace as SealedEvent[]).push(...entries.map(({ event }) => event));
    } catch (error) {
      this.isLost = true;
      throw error;
    }
  }

  /** Gives the lease back. If that fails, it ends by itself. */
  async close(): Promise<void> {
    try {
      await this.#store.release(this.#lease);
    } catch {
      // Nothing depends on it, and what went wrong before must not be hidden.
    }
  }

  async #renew(): Promise<void> {
    const { clock, leaseMs } = this.#options;
    if (clock.now() < this.#renewAtMs) return;
    this.#lease = await this.#store.renew(this.#lease, leaseMs);
    this.#renewAtMs = clock.now() + leaseMs / 2;
  }
}

/**
 * Makes the event that records something.
 *
 * @throws {TraceStoreError} `INVALID_EVENT` if the payload is no JSON.
 */
export function recordOf<T extends RecordType>(type: T, payload: RecordPayloads[T]): DraftEvent {
  return { type, stream: RECORD_STREAMS[type], payload: normalPayload(payload as Json) };
}
