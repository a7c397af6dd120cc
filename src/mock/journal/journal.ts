import type { MockRecord } from "./mock_record.ts";

/** What is known about a call when it comes. */
export type RecordStart = Pick<
  MockRecord,
  "name" | "testId" | "surface" | "request" | "streamed" | "startedMs"
>;

/** What is known about a call later. */
export type RecordChange = Partial<
  Pick<
    MockRecord,
    | "rule"
    | "outcome"
    | "status"
    | "frames"
    | "bytes"
    | "endedMs"
    | "text"
    | "retryAfterMs"
    | "retryable"
    | "error"
  >
>;

/** A record that is still written. */
export interface OpenRecord {
  /** Writes what is now known. */
  change(change: RecordChange): void;
}

/** Keeps the newest records, in the order in which the calls came. */
export class Journal {
  readonly #cap: number;
  #slots: { record: MockRecord }[] = [];

  /** @param cap How many records are kept. */
  constructor(cap: number) {
    this.#cap = cap;
  }

  /** Begins a record. */
  begin(start: RecordStart): OpenRecord {
    const record: MockRecord = {
      ...start,
      rule: undefined,
      outcome: "pending",
      status: 0,
      frames: 0,
      bytes: 0,
      endedMs: undefined,
      text: undefined,
      retryAfterMs: undefined,
      retryable: undefined,
      error: undefined,
    };
    const slot = { record };
    this.#slots.push(slot);
    if (this.#slots.length > 2 * this.#cap) this.#slots = this.#slots.slice(-this.#cap);
    return { change: (change) => void (slot.record = { ...slot.record, ...change }) };
  }

  /** The records so far: a copy that does not change. */
  list(): readonly MockRecord[] {
    return Object.freeze(this.#slots.slice(-this.#cap).map(({ record }) => Object.freeze(record)));
  }

  /** Forgets the records so far. */
  clear(): void {
    this.#slots = [];
  }
}
