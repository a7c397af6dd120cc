import { requireKnownOptions } from "../../known_options.ts";
import type { OptionNames } from "../../known_options.ts";
import { randomRow } from "../../mock/random.ts";
import { shown } from "../../shown.ts";
import { TIMED_OUT, withDeadline } from "../../clock.ts";
import type { TraceStore } from "../../store/trace_store.ts";
import { Calls } from "../contract/calls.ts";
import { requireTimes } from "../contract/contract_options.ts";
import { broken, thrownText } from "../contract/expectations.ts";
import { guardStore } from "../contract/guard_store.ts";
import { asViolation } from "../contract/violation_of.ts";
import type { Operation } from "./operation.ts";
import { appendOnce, HISTORY_RULE, MAX_BATCH, payloadsIn, readOnce } from "./watched_calls.ts";

/** How to race workers. */
export interface RecordHistoryOptions {
  /** How many workers there are. @default {8} */
  readonly workers?: number | undefined;
  /** How many calls each makes. @default {60} */
  readonly operations?: number | undefined;
  /** What the choices of the workers are made of. @default {1} */
  readonly seed?: number | undefined;
  /** The thread. @default {"history"} */
  readonly thread?: string | undefined;
  /** How long one call may take, in milliseconds. @default {10000} */
  readonly timeoutMs?: number | undefined;
}

const ACTION = "record a history";

/** What workers saw, and the log they left. */
export interface RecordedHistory {
  /** The calls. */
  readonly history: readonly Operation[];
  /** The payloads of the thread at the end, in order. */
  readonly log: readonly string[];
}

const OPTIONS: OptionNames<RecordHistoryOptions> = {
  workers: true,
  operations: true,
  seed: true,
  thread: true,
  timeoutMs: true,
};

/** How many entries a reading may give beyond those that were appended: that is told by the log, not by a reading. */
const MORE_ENTRIES = 10_000;

/**
 * Lets workers append to one thread and read it at once, each with a handle of its own, and records what they saw. An
 * append that throws what is no refusal is one of unknown outcome; a read that throws has seen nothing, and is left out.
 *
 * @example
 * ```ts
 * import { findAnomalies, MemoryTraceStore, recordHistory } from "@wholeturn/wholeturn/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const { history, log } = await recordHistory([new MemoryTraceStore()], { operations: 20 });
 * assertEquals(findAnomalies(history, log), []);
 * ```
 *
 * @param stores The handles, taken in turn by the workers. The thread must not exist.
 * @param options How many workers, and what they do.
 * @throws {ContractViolation} If a store answers with what is no answer, or does not answer.
 * @throws {TypeError} If there is no handle, or an option is of the wrong kind.
 * @throws {RangeError} If `workers` or `operations` is no positive integer, `seed` no integer, or the time not positive.
 */
export async function recordHistory(
  stores: readonly TraceStore[],
  options: RecordHistoryOptions = {},
): Promise<RecordedHistory> {
  requireKnownOptions(ACTION, options, OPTIONS);
  const { workers = 8, operations = 60, seed = 1, thread = "history", timeoutMs = 10_000 } =
    options;
  requireArguments(stores, { workers, operations, seed, thread, timeoutMs });
  const calls = new Calls();
  const maxEntries = workers * operations * MAX_BATCH + MORE_ENTRIES;
  const guarded = stores.map((store) => guardStore(store, calls, maxEntries));
  const history: Operation[] = [];
  const tick = ticker();
  const stop = new Stop();
  const bounded = <T>(call: Promise<T>) => answerWithin(timeoutMs, stop.orEarlier(call), calls);
  async function work(worker: number): Promise<void> {
    const random = randomRow(seed * 1000 + worker);
    const store = guarded[worker % guarded.length]!;
    for (let step = 0; step < operations; step++) {
      const operation = await bounded(
        random() < 0.3
          ? readOnce(store, thread, tick)
          : appendOnce(store, thread, `${worker}.${step}`, random, tick),
      );
      if (operation !== undefined) history.push(operation);
    }
  }
  const working = Array.from({ length: workers }, (_, worker) => work(worker));
  try {
    await Promise.all(working);
    requireLanded(history, calls);
    const log = await bounded(payloadsIn(guarded[0]!, thread).catch(notRead));
    return { history, log };
  } finally {
    // Where one has failed, the others get no further, and leave no timer behind.
    calls.end();
    stop.now();
    await Promise.allSettled(working);
  }
}

/** What ends the waits of all workers at once. */
class Stop {
  now: () => void = () => {};
  readonly #stopped: Promise<never> = new Promise((_, reject) => {
    this.now = () => reject(new Error("Another worker has failed"));
  });

  constructor() {
    this.#stopped.catch(() => {});
  }

  /** Waits for a call, or until it is time to stop. */
  orEarlier<T>(call: Promise<T>): Promise<T> {
    return Promise.race([call, this.#stopped]);
  }
}

async function answerWithin<T>(ms: number, call: Promise<T>, calls: Calls): Promise<T> {
  const answer = await withDeadline(ms, call);
  if (answer !== TIMED_OUT) return answer;
  throw broken(`an answer within ${ms} ms`, `there was none from ${calls.pending.join(", ")}`)
    .with({ rule: HISTORY_RULE });
}

/** @throws {ContractViolation} If no append has landed: nothing can be told of such a history. */
function requireLanded(history: readonly Operation[], calls: Calls): void {
  const appends = history.filter(({ call }) => call === "append");
  if (appends.length === 0 && calls.latestRejection === undefined) return;
  if (appends.some((one) => one.call === "append" && one.outcome === "landed")) return;
  const { what, error } = calls.latestRejection ?? { what: "no call", error: undefined };
  throw broken("an append to land", `none did: ${what} threw ${thrownText(error)}`, error)
    .with({ rule: HISTORY_RULE });
}

/** @throws {ContractViolation} As without the log nothing can be told. */
function notRead(error: unknown): never {
  throw asViolation(error, HISTORY_RULE, "the read of the log at the end");
}

/** Counts calls and answers: which came before which. */
function ticker(): () => number {
  let now = 0;
  return () => ++now;
}

function requireArguments(
  stores: unknown,
  { workers, operations, seed, thread, timeoutMs }: Required<RecordHistoryOptions>,
): void {
  requireCounts({ workers, operations });
  requireTimes(ACTION, { timeoutMs });
  if (!Array.isArray(stores) || stores.length === 0) {
    throw new TypeError(
      `Cannot ${ACTION} as 'stores' must be a list of at least one store: current value is ${
        shown(stores)
      }`,
    );
  }
  if (!Number.isSafeInteger(seed)) {
    throw new RangeError(
      `Cannot ${ACTION} as 'seed' must be an integer: current value is ${shown(seed)}`,
    );
  }
  if (typeof thread !== "string") {
    throw new TypeError(
      `Cannot ${ACTION} as 'thread' must be a text: current value is ${shown(thread)}`,
    );
  }
}

function requireCounts(counts: Readonly<Record<string, number | undefined>>): void {
  for (const [name, count] of Object.entries(counts)) {
    if (Number.isSafeInteger(count) && Number(count) >= 1) continue;
    throw new RangeError(
      `Cannot record a history as '${name}' must be a positive integer: current value is ${
        shown(count)
      }`,
    );
  }
}
