import { shown } from "../shown.ts";
import { badName, isName } from "./check_name.ts";
import { normalPayload } from "./normal_payload.ts";
import { isTimeText } from "./time_text.ts";
import type { DraftEvent, SealedEvent } from "./trace_event.ts";
import { TraceStoreError } from "./trace_store_error.ts";

/** The next number of each stream of a thread; one that is not there begins at 0. */
export type NextSeqs = ReadonlyMap<string, number>;

/** What {@linkcode seal} gives. */
export interface SealedBatch {
  /** The events, in order. */
  readonly sealed: readonly SealedEvent[];
  /** The next number of each stream after them. */
  readonly next: NextSeqs;
}

/**
 * Seals a batch: the rule that every store follows, so none should have one of its own.
 *
 * @example
 * ```ts
 * import { seal } from "@wholeturn/wholeturn/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const batch = [{ type: "note", stream: "a", payload: "hi" }];
 * const { sealed, next } = seal(batch, new Map([["a", 3]]), "2026-01-01T00:00:00.000Z");
 * assertEquals([sealed[0]?.seq, next.get("a")], [3, 4]);
 * ```
 *
 * @param batch The events.
 * @param next The next number of each stream before them.
 * @param ts The time of the batch: RFC 3339, UTC, in milliseconds.
 * @throws {TraceStoreError} `SEALED_EVENT` for an event that has a number or a time already; `INVALID_EVENT` for one
 * that is out of the domain.
 * @throws {TypeError} If an argument is of the wrong kind, or the time is none.
 */
export function seal(batch: readonly DraftEvent[], next: NextSeqs, ts: string): SealedBatch {
  return numbered(draftsOf(batch), next, ts);
}

/**
 * A batch as it was when it was handed over: whoever has it may change it while a store waits, and its getters may call
 * the store. What is wrong with it comes out when it is sealed, after what is checked first.
 */
export class HeldBatch {
  readonly #drafts: readonly DraftEvent[] | undefined;
  readonly #fault: unknown;

  /**
   * Holds a batch.
   *
   * @param batch The events; copied at once.
   */
  constructor(batch: readonly DraftEvent[]) {
    try {
      this.#drafts = draftsOf(batch);
    } catch (fault) {
      this.#fault = fault;
    }
  }

  /** Whether there is something to land: events, and nothing wrong with them. */
  get lands(): boolean {
    return this.#drafts !== undefined && this.#drafts.length > 0;
  }

  /**
   * Does what {@linkcode seal} does, as often as it is asked.
   *
   * @param next The next number of each stream before the events.
   * @param ts The time of the batch: RFC 3339, UTC, in milliseconds.
   * @throws {TraceStoreError} `SEALED_EVENT`, `INVALID_EVENT`.
   */
  seal(next: NextSeqs, ts: string): SealedBatch {
    return numbered(this.#sound(), next, ts);
  }

  /**
   * Seals it once, and moves the numbers on in place: for a store that has them to itself. Where it throws they stay as
   * they are.
   *
   * @param next The next number of each stream.
   * @param ts The time of the batch: RFC 3339, UTC, in milliseconds.
   * @throws {TraceStoreError} `SEALED_EVENT`, `INVALID_EVENT`.
   */
  sealOnto(next: Map<string, number>, ts: string): readonly SealedEvent[] {
    return numberedOnto(this.#sound(), next, ts);
  }

  #sound(): readonly DraftEvent[] {
    if (this.#drafts === undefined) throw this.#fault;
    return this.#drafts;
  }
}

function draftsOf(batch: readonly DraftEvent[]): readonly DraftEvent[] {
  if (!Array.isArray(batch)) {
    throw new TypeError(
      `Cannot seal the batch as it must be a list of events: current value is ${shown(batch)}`,
    );
  }
  // map() alone passes over holes.
  return [...batch].map(draftOf);
}

function draftOf(draft: unknown, index: number): DraftEvent {
  requireDraft(draft, index);
  const { type, stream, payload } = draft;
  if (!isName(type)) throw badName(type, "type", `batch[${index}].type`);
  if (!isName(stream)) throw badName(stream, "stream", `batch[${index}].stream`);
  return { type, stream, payload: normalPayload(payload, `batch[${index}].payload`) };
}

function numbered(drafts: readonly DraftEvent[], next: NextSeqs, ts: string): SealedBatch {
  if (!(next instanceof Map)) {
    throw new TypeError(
      `Cannot seal the batch as 'next' must be a Map of streams: current value is ${shown(next)}`,
    );
  }
  const after = new Map<string, number>(next);
  return { sealed: numberedOnto(drafts, after, ts), next: after };
}

function numberedOnto(
  drafts: readonly DraftEvent[],
  next: Map<string, number>,
  ts: string,
): readonly SealedEvent[] {
  if (!isTimeText(ts)) {
    throw new TypeError(
      "Cannot seal the batch as 'ts' must be a time in UTC with milliseconds: current value is " +
        shown(ts),
    );
  }
  return drafts.map(({ type, stream, payload }) => {
    const seq = next.get(stream) ?? 0;
    next.set(stream, seq + 1);
    return { type, stream, payload, seq, ts };
  });
}

function requireDraft(draft: unknown, index: number): asserts draft is DraftEvent {
  if (typeof draft === "object" && draft !== null && !("seq" in draft) && !("ts" in draft)) return;
  const path = `batch[${index}]`;
  if (typeof draft !== "object" || draft === null) {
    throw new TraceStoreError("INVALID_EVENT", `Cannot keep '${path}' as it is no event`, { path });
  }
  throw new TraceStoreError(
    "SEALED_EVENT",
    `Cannot append '${path}' as it is sealed already: it has a 'seq' or a 'ts'`,
    { path },
  );
}
