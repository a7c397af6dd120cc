import type { TraceStore } from "../../store/trace_store.ts";
import { refusalOf } from "../contract/expectations.ts";
import { asViolation, violationOf } from "../contract/violation_of.ts";
import type { AppendOperation, Operation } from "./operation.ts";

/** What a violation of a history is attributed to. */
export const HISTORY_RULE = "history";

/** How many events one append may have. */
export const MAX_BATCH = 3;

/**
 * Reads a thread to its end.
 *
 * @returns What was seen; undefined if the store threw.
 * @throws {ContractViolation} If what it gave is no answer.
 */
export async function readOnce(
  store: TraceStore,
  thread: string,
  tick: () => number,
): Promise<Operation | undefined> {
  const start = tick();
  try {
    const payloads = await payloadsIn(store, thread);
    return { call: "read", start, end: tick(), payloads };
  } catch (error) {
    if (violationOf(error) !== undefined) throw asViolation(error, HISTORY_RULE);
    return undefined;
  }
}

/**
 * Appends one to three events; half of the time at the position that was just read.
 *
 * @returns What was seen; undefined if the position could not be read.
 * @throws {ContractViolation} If what the store gave is no answer.
 */
export async function appendOnce(
  store: TraceStore,
  thread: string,
  name: string,
  random: () => number,
  tick: () => number,
): Promise<AppendOperation | undefined> {
  const count = 1 + Math.floor(random() * MAX_BATCH);
  const payloads = Array.from({ length: count }, (_, at) => `${name}.${at}`);
  const knowsEnd = random() < 0.5;
  const batch = payloads.map((payload, at) => ({
    type: "note",
    stream: at === 1 ? "b" : "a",
    payload,
  }));
  let expected: number | undefined;
  try {
    if (knowsEnd) expected = await lastOf(store, thread);
  } catch (error) {
    if (violationOf(error) !== undefined) throw asViolation(error, HISTORY_RULE);
    return undefined;
  }
  const start = tick();
  const what = { call: "append", start, payloads, expected } as const;
  try {
    const entries = await store.append(thread, batch, { expected });
    return { ...what, end: tick(), outcome: "landed", position: entries[0]?.position };
  } catch (error) {
    if (violationOf(error) !== undefined) throw asViolation(error, HISTORY_RULE);
    const outcome = refusalOf(error) === undefined ? "unknown" : "refused";
    return { ...what, end: tick(), outcome };
  }
}

/** Reads the payloads of a thread. */
export async function payloadsIn(store: TraceStore, thread: string): Promise<readonly string[]> {
  const payloads: string[] = [];
  for await (const { event } of store.read(thread)) payloads.push(String(event.payload));
  return payloads;
}

async function lastOf(store: TraceStore, thread: string): Promise<number> {
  for await (const { position } of store.readBackwards(thread)) return position;
  return 0;
}
