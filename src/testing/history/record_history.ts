import { requireKnownOptions } from "../../known_options.ts";
import type { OptionNames } from "../../known_options.ts";
import { randomRow } from "../../mock/random.ts";
import { shown } from "../../shown.ts";
import { isTraceStoreError } from "../../store/trace_store_error.ts";
import type { TraceStore } from "../../store/trace_store.ts";
import type { AppendOperation, Operation } from "./operation.ts";

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
}

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
};

/**
 * Lets workers append to one thread and read it at once, each with a handle of its own, and records what they saw.
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
 * @throws {TypeError} If there is no handle.
 * @throws {RangeError} If `workers` or `operations` is no positive integer.
 */
export async function recordHistory(
  stores: readonly TraceStore[],
  options: RecordHistoryOptions = {},
): Promise<RecordedHistory> {
  requireKnownOptions("record a history", options, OPTIONS);
  const { workers = 8, operations = 60, seed = 1, thread = "history" } = options;
  requireCounts({ workers, operations });
  if (!Array.isArray(stores) || stores.length === 0) {
    throw new TypeError(
      `Cannot record a history as 'stores' must be a list of at least one store: current value is ${
        shown(stores)
      }`,
    );
  }
  const history: Operation[] = [];
  let now = 0;
  const tick = () => ++now;
  async function work(worker: number): Promise<void> {
    const random = randomRow(seed * 1000 + worker);
    const store = stores[worker % stores.length]!;
    for (let step = 0; step < operations; step++) {
      const isRead = random() < 0.3;
      const name = `${worker}.${step}`;
      history.push(
        isRead
          ? await readOnce(store, thread, tick)
          : await appendOnce(store, thread, name, random, tick),
      );
    }
  }
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
  return { history, log: await payloadsIn(stores[0]!, thread) };
}

async function readOnce(
  store: TraceStore,
  thread: string,
  tick: () => number,
): Promise<Operation> {
  const start = tick();
  const payloads = await payloadsIn(store, thread);
  return { call: "read", start, end: tick(), payloads };
}

/** Appends one to three events; half of the time at the position that was just read. */
async function appendOnce(
  store: TraceStore,
  thread: string,
  name: string,
  random: () => number,
  tick: () => number,
): Promise<AppendOperation> {
  const count = 1 + Math.floor(random() * 3);
  const payloads = Array.from({ length: count }, (_, at) => `${name}.${at}`);
  const expected = random() < 0.5 ? await lastOf(store, thread) : undefined;
  const batch = payloads.map((payload, at) => ({
    type: "note",
    stream: at === 1 ? "b" : "a",
    payload,
  }));
  const start = tick();
  const what = { call: "append", start, payloads, expected } as const;
  try {
    const entries = await store.append(thread, batch, { expected });
    return { ...what, end: tick(), outcome: "landed", position: entries[0]?.position };
  } catch (error) {
    const outcome = isTraceStoreError(error) ? "refused" : "unknown";
    return { ...what, end: tick(), outcome };
  }
}

async function payloadsIn(store: TraceStore, thread: string): Promise<readonly string[]> {
  const payloads: string[] = [];
  for await (const { event } of store.read(thread)) payloads.push(String(event.payload));
  return payloads;
}

async function lastOf(store: TraceStore, thread: string): Promise<number> {
  for await (const { position } of store.readBackwards(thread)) return position;
  return 0;
}

function requireCounts(counts: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(counts)) {
    if (Number.isSafeInteger(count) && count >= 1) continue;
    throw new RangeError(
      `Cannot record a history as '${name}' must be a positive integer: current value is ${
        shown(count)
      }`,
    );
  }
}
