import { showValue } from "../../checks/show_value.ts";
import { systemClock, TIMED_OUT, withDeadline } from "../../clock.ts";
import type { Entry } from "../../store/trace_event.ts";
import type { TraceStore } from "../../store/trace_store.ts";
import { Calls } from "./calls.ts";
import type { Capability, OpenStore, StoreUnderTest } from "./contract_case.ts";
import { broken, thrownText } from "./expectations.ts";
import { guardStore } from "./guard_store.ts";

/** The times of a case, in milliseconds. */
export interface LabTimes {
  /** How long a lease lasts that is to expire. */
  readonly leaseMs: number;
  /** How long to look for rare races. */
  readonly stressMs: number;
}

/** How long the cleanup of one thing may take, in milliseconds. */
const CLEANUP_MS = 300;

/** How long closing a store may take, in milliseconds: it may have to wait for its engine. */
const CLOSE_MS = 5000;

/** How long to watch that nothing happens, in milliseconds. */
const QUIET_MS = 60;

/** The most rounds of a stress loop, and the fewest. */
const MAX_ROUNDS = 200;
const MIN_ROUNDS = 3;

/** How long a lease lasts that is not to expire, in milliseconds. */
export const LONG_MS = 60_000;

/** The store of one case, and what cases do with it. */
export class Lab {
  /** The store, guarded. */
  readonly store: TraceStore;
  /** The store as it is. */
  readonly bare: TraceStore;
  /** The times. */
  readonly times: LabTimes;
  readonly #subject: StoreUnderTest;
  readonly #calls: Calls = new Calls();
  readonly #readers: AsyncIterableIterator<Entry>[] = [];
  readonly #closed: AbortController = new AbortController();

  /** @throws {ContractViolation} If the subject holds no store. */
  constructor(subject: StoreUnderTest, times: LabTimes) {
    this.#subject = subject;
    this.times = times;
    if (typeof subject !== "object" || subject === null || !("store" in subject)) {
      throw broken("open() to give { store }", `it gave ${subjectText(subject)}`);
    }
    requireFunctions(subject);
    this.bare = subject.store;
    this.store = guardStore(subject.store, this.#calls);
  }

  /** Opens a store for one case. */
  static async open(open: OpenStore, times: LabTimes): Promise<Lab> {
    let subject: StoreUnderTest;
    try {
      subject = await open();
    } catch (error) {
      throw broken("open() to give { store }", `it threw ${thrownText(error)}`, error);
    }
    try {
      return new Lab(subject, times);
    } catch (error) {
      // What was opened beside what is no store must be closed all the same.
      await bounded(() => subject?.close?.(), CLOSE_MS);
      throw error;
    }
  }

  /** The calls that have not been answered. */
  get pending(): readonly string[] {
    return this.#calls.pending;
  }

  /** The call that rejected with something, if one did of late. */
  rejectedWith(error: unknown): string | undefined {
    return this.#calls.rejectedWith(error);
  }

  /** Whether the store's clock is moved by hand. */
  get movesClock(): boolean {
    return this.#subject.advance !== undefined;
  }

  /** Opens a second handle. */
  async peer(): Promise<TraceStore> {
    return await this.#handle("peer", () => this.#subject.peer!());
  }

  /** Opens a second handle whose clock is off by a time, in milliseconds. */
  async skewed(offsetMs: number): Promise<TraceStore> {
    return await this.#handle("skewed", () => this.#subject.skewed!(offsetMs));
  }

  /** Closes the store and opens it again. */
  async reopen(): Promise<TraceStore> {
    return await this.#handle("reopen", () => this.#subject.reopen!());
  }

  /** Follows a thread; closed with the case. */
  follow(thread: string, after = 0, store: TraceStore = this.store): AsyncIterableIterator<Entry> {
    return this.keep(store.read(thread, { follow: true, after }));
  }

  /** Has a reader closed with the case. */
  keep(reader: AsyncIterableIterator<Entry>): AsyncIterableIterator<Entry> {
    this.#readers.push(reader);
    return reader;
  }

  /** Sleeps for real. It ends with the case, which then gets no further: a timer left behind fails test runners. */
  async sleep(ms: number): Promise<void> {
    await systemClock.sleep(ms, this.#closed.signal).catch(() => new Promise(() => {}));
  }

  /** Lets a time pass for the store: its clock is moved, or it is slept for real, and a little longer. */
  async pass(ms: number): Promise<void> {
    if (this.movesClock) await this.#advance(ms);
    else await this.sleep(ms + 10);
  }

  /** Waits for long enough that what goes on by itself has gone on. */
  async settle(): Promise<void> {
    if (!this.movesClock) return await this.sleep(QUIET_MS);
    for (let turn = 0; turn < 3; turn++) await this.#advance(QUIET_MS / 3);
  }

  /** Waits for an answer while the store's clock moves on, so that a store that polls by it comes to look. */
  async moving<T>(answer: Promise<T>): Promise<T> {
    if (!this.movesClock) return await answer;
    let isAnswered = false;
    const noted = answer.finally(() => isAnswered = true);
    noted.catch(() => {});
    while (!isAnswered && !this.#closed.signal.aborted) await this.settle();
    return await noted;
  }

  /** Does something again and again for as long as stress is asked for, a few times at least. */
  async stress(round: (index: number) => Promise<void>): Promise<void> {
    const end = Date.now() + this.times.stressMs;
    for (let index = 0; index < MAX_ROUNDS; index++) {
      if (index >= MIN_ROUNDS && Date.now() >= end) return;
      await round(index);
    }
  }

  /** Closes readers and the store; what of them hangs is left. */
  async close(): Promise<void> {
    this.#closed.abort();
    await Promise.all(
      this.#readers.map((reader) => bounded(() => reader.return?.(), CLEANUP_MS)),
    );
    this.#calls.end();
    const { close } = this.#subject;
    if (close === undefined) return;
    const closed = await bounded(() => close.call(this.#subject), CLOSE_MS);
    if (closed instanceof Failure) {
      throw broken("close() to close the store", `it threw ${thrownText(closed.error)}`);
    }
    if (closed === TIMED_OUT) throw broken("close() to end", `it did not within ${CLOSE_MS} ms`);
  }

  async #handle(name: Capability, open: () => unknown): Promise<TraceStore> {
    if (this.#subject[name] === undefined) throw lacks(name);
    const store = await this.#ask(`${name}()`, "give a store", open);
    return guardStore(store as TraceStore, this.#calls);
  }

  async #advance(ms: number): Promise<void> {
    await this.#ask("advance()", "move the clock", () => this.#subject.advance!(ms));
  }

  /** Asks something of the subject that is no call of its store; what hangs there is told by name too. */
  async #ask<T>(what: string, task: string, call: () => T): Promise<Awaited<T>> {
    try {
      return await this.#calls.track<Awaited<T>>(what, call as () => PromiseLike<Awaited<T>>);
    } catch (error) {
      throw broken(`${what} to ${task}`, `it threw ${thrownText(error)}`, error);
    }
  }
}

/** What was thrown by something that is waited for. */
class Failure {
  /** What was thrown. */
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

function subjectText(subject: unknown): string {
  const isStore = typeof (subject as Partial<TraceStore> | null | undefined)?.append === "function";
  return isStore ? "the store itself" : showValue(subject);
}

async function bounded(call: () => unknown, ms: number): Promise<unknown> {
  const done = new Promise((resolve) => resolve(call())).catch((error) => new Failure(error));
  return await withDeadline(ms, done);
}

/** @throws {ContractViolation} If what the subject has besides the store is no function. */
function requireFunctions(subject: StoreUnderTest): void {
  for (const name of ["peer", "skewed", "reopen", "advance", "close"] as const) {
    const member: unknown = subject[name];
    if (member === undefined || typeof member === "function") continue;
    throw broken(`open() to give a function ${name}(), or none`, `it gave ${showValue(member)}`);
  }
}

function lacks(name: Capability): Error {
  return broken(
    `the store under test to have ${name}()`,
    `it has none: give one, or say why not by the option without: { ${name}: "…" }`,
  );
}
