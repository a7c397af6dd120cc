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
    | "source"
    | "outcome"
    | "status"
    | "frames"
    | "bytes"
    | "faults"
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
  /** Writes that the call failed, unless it is known how it ended; and more, unless it has a status. */
  fail(error: unknown, endedMs: number, more?: RecordChange): void;
}

/** Keeps the newest records, in the order in which the calls came. */
export class Journal {
  readonly #cap: number;
  /** Still written to; what is given out are copies. */
  #records: MockRecord[] = [];

  /** @param cap How many records are kept. */
  constructor(cap: number) {
    this.#cap = cap;
  }

  /** Begins a record. */
  begin(start: RecordStart): OpenRecord {
    const record: MockRecord = {
      name: start.name,
      testId: start.testId,
      surface: start.surface,
      request: start.request,
      streamed: start.streamed,
      startedMs: start.startedMs,
      rule: undefined,
      source: undefined,
      outcome: "pending",
      status: 0,
      frames: 0,
      bytes: 0,
      faults: [],
      endedMs: undefined,
      text: undefined,
      retryAfterMs: undefined,
      retryable: undefined,
      error: undefined,
    };
    this.#records.push(record);
    if (this.#records.length > 2 * this.#cap) this.#records = this.#records.slice(-this.#cap);
    const change = (more: RecordChange): void => void Object.assign(record, more);
    return {
      change,
      fail(error, endedMs, more = {}) {
        if (record.outcome !== "pending") return;
        const known = record.status === 0 ? more : {};
        change({ ...known, outcome: "failed", error, endedMs });
      },
    };
  }

  /** The records so far: a copy that does not change. */
  list(): readonly MockRecord[] {
    return Object.freeze(
      this.#records.slice(-this.#cap).map((record) => Object.freeze({ ...record })),
    );
  }

  /** Forgets the records so far. */
  clear(): void {
    this.#records = [];
  }
}
