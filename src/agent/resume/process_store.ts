import type { DraftEvent, Entry, SealedEvent } from "../../store/trace_event.ts";
import type {
  AppendOptions,
  Lease,
  ReadOptions,
  ThreadsOptions,
  ThreadSummary,
  TraceStore,
} from "../../store/trace_store.ts";
import type { ObservedStore } from "../observed_store.ts";
import type { StopKind } from "./resume_mismatch_error.ts";

/** When a process is stopped. */
export interface Stop {
  /** How. */
  readonly kind: Exclude<StopKind, "alternate">;
  /** At which record of the run, from 1. */
  readonly record: number;
}

/** What became known of a run by what its processes asked of the store. */
export class RunJournal {
  /** How many records landed. */
  records = 0;
  /** Whether the stop came. */
  isStopped = false;
  /** The requests that were built, by their hashes. */
  readonly requests: Map<string, unknown> = new Map();
  /** What says that the agent has not the form it should have, if anything did. */
  misuse: Error | undefined;
}

/** A store in the hands of one process: it ends for that process where the process is to be stopped. */
export class ProcessStore implements ObservedStore {
  readonly #inner: TraceStore;
  readonly #journal: RunJournal;
  readonly #stop: Stop | undefined;
  #isDead = false;

  /**
   * @param inner The store that all processes share.
   * @param journal What is known of the run.
   * @param stop When the process is stopped.
   */
  constructor(inner: TraceStore, journal: RunJournal, stop?: Stop) {
    this.#inner = inner;
    this.#journal = journal;
    this.#stop = stop;
  }

  noteRequest(hash: string, request: unknown): void {
    if (!this.#isDead) this.#journal.requests.set(hash, request);
  }

  noteMisuse(error: Error): void {
    this.#journal.misuse ??= error;
  }

  async append(
    thread: string,
    batch: readonly DraftEvent[],
    options?: AppendOptions,
  ): Promise<readonly Entry[]> {
    const inner = this.#alive();
    const { kind, record } = this.#stop ?? {};
    const isDue = batch.length > 0 && this.#journal.records + 1 === record &&
      !this.#journal.isStopped;
    if (isDue && kind === "before") throw this.#stopped();
    const entries = await inner.append(thread, batch, options);
    if (entries.length > 0) this.#journal.records++;
    if (isDue && kind === "after") throw this.#stopped();
    if (isDue && kind === "lost") {
      this.#journal.isStopped = true;
      throw new Error("The answer of the store was lost: the batch may have landed or not");
    }
    return entries;
  }

  read(thread: string, options?: ReadOptions): AsyncIterableIterator<Entry> {
    return this.#whileAlive(this.#alive().read(thread, options));
  }

  readBackwards(
    thread: string,
    options?: Pick<ReadOptions, "signal">,
  ): AsyncIterableIterator<Entry> {
    return this.#whileAlive(this.#alive().readBackwards(thread, options));
  }

  async delete(thread: string): Promise<void> {
    await this.#alive().delete(thread);
  }

  async load(
    thread: string,
    log: Iterable<SealedEvent> | AsyncIterable<SealedEvent>,
  ): Promise<void> {
    await this.#alive().load(thread, log);
  }

  async threads(options?: ThreadsOptions): Promise<readonly ThreadSummary[]> {
    return await this.#alive().threads(options);
  }

  async acquire(thread: string, owner: string, ttlMs: number): Promise<Lease> {
    return await this.#alive().acquire(thread, owner, ttlMs);
  }

  async renew(lease: Lease, ttlMs: number): Promise<Lease> {
    return await this.#alive().renew(lease, ttlMs);
  }

  async release(lease: Lease): Promise<void> {
    await this.#alive().release(lease);
  }

  async lease(thread: string): Promise<Lease | undefined> {
    return await this.#alive().lease(thread);
  }

  /** The process has ended: whatever it does from now on reaches nobody. */
  kill(): void {
    this.#isDead = true;
  }

  #alive(): TraceStore {
    if (this.#isDead) throw dead();
    return this.#inner;
  }

  #stopped(): Error {
    this.#journal.isStopped = true;
    this.kill();
    return dead();
  }

  #whileAlive(entries: AsyncIterableIterator<Entry>): AsyncIterableIterator<Entry> {
    const alive: AsyncIterableIterator<Entry> = {
      next: async () => {
        this.#alive();
        return await entries.next();
      },
      return: async () => await entries.return?.() ?? { done: true, value: undefined },
      [Symbol.asyncIterator]: () => alive,
    };
    return alive;
  }
}

function dead(): Error {
  return new Error("The process was stopped: its store answers no more");
}
