import { isTraceStoreError } from "../store/trace_store_error.ts";
import type { TraceStore } from "../store/trace_store.ts";

/** The errors that say that an agent has not the form it should have. */
const MISUSES: WeakSet<Error> = new WeakSet();

/** A store that wants to know of them. */
export interface MisuseNoting {
  /** Takes note of an error. */
  noteMisuse(error: Error): void;
}

/**
 * Marks an error as one of who wrote the agent, and not of a run of it.
 *
 * @param error The error.
 * @returns The same.
 */
export function misuse<E extends Error>(error: E): E {
  MISUSES.add(error);
  return error;
}

/**
 * Tells a store of an error that ends a turn, if it is a misuse and the store wants to know: an agent of the wrong form
 * fails alike each time, and a check of it would pass.
 *
 * @param store Where the agent's thread is.
 * @param error What was thrown.
 */
export function noteMisuse(store: TraceStore, error: unknown): void {
  if (!(error instanceof Error) || !isMisuse(error)) return;
  const { noteMisuse: note } = Object(store) as Partial<MisuseNoting>;
  if (typeof note === "function") note.call(store, error);
}

/** What is no JSON was refused before the store was asked. */
function isMisuse(error: Error): boolean {
  return MISUSES.has(error) || isTraceStoreError(error, "INVALID_EVENT");
}
