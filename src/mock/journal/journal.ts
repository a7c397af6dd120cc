import { charsOf } from "./chars_of.ts";
import type { MockRecord } from "./mock_record.ts";
import { Unforeseen } from "./unforeseen.ts";

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
    | "lacksEnd"
    | "endedMs"
    | "text"
    | "calls"
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

/** How much is kept. */
export interface JournalLimits {
  /** How many records. */
  readonly records: number;
  /** How large their requests, texts and calls may be together, in characters; the newest record is kept in any case. */
  readonly chars: number;
}

/** A record, and how large it is. */
interface Entry {
  readonly record: Changing<MockRecord>;
  chars: number;
  isKept: boolean;
}

type Changing<T> = { -readonly [Name in keyof T]: T[Name] };

/** Keeps the newest records, in the order in which the calls came. */
export class Journal {
  /** The calls that nobody foresaw. */
  readonly unforeseen: Unforeseen = new Unforeseen();
  readonly #limits: JournalLimits;
  /** Still written to; what is given out are copies. */
  #entries: (Entry | undefined)[] = [];
  /** Where the oldest is; before it are places of those that were let go. */
  #first = 0;
  #chars = 0;

  /** @param limits How much is kept. */
  constructor(limits: JournalLimits) {
    this.#limits = limits;
  }

  /** Begins a record. */
  begin(start: RecordStart): OpenRecord {
    const entry: Entry = { record: begun(start), chars: 0, isKept: true };
    const { record } = entry;
    this.#entries.push(entry);
    this.#grow(entry, charsOf(start.request));
    const change = (more: RecordChange): void => {
      Object.assign(record, more);
      if (more.outcome === "unmatched") this.unforeseen.add(record);
      const { text = "", calls = [] } = more;
      const chars = calls.reduce((sum, call) => sum + charsOf(call), text.length);
      if (chars > 0) this.#grow(entry, chars);
    };
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
      this.#entries.slice(this.#first).map((entry) => Object.freeze({ ...entry!.record })),
    );
  }

  /** Forgets the records so far, and keeps which calls nobody foresaw. */
  clear(): void {
    for (const entry of this.#entries) if (entry !== undefined) entry.isKept = false;
    this.#entries = [];
    this.#first = 0;
    this.#chars = 0;
  }

  /** Notes that a record has become larger, and lets the oldest go if there is too much now. */
  #grow(grown: Entry, chars: number): void {
    // One that was let go may still be written to.
    if (!grown.isKept) return;
    grown.chars += chars;
    this.#chars += chars;
    while (this.#isTooMuch()) this.#letGo();
  }

  #isTooMuch(): boolean {
    const size = this.#entries.length - this.#first;
    const { records, chars } = this.#limits;
    return size > records || (this.#chars > chars && size > 1);
  }

  #letGo(): void {
    const oldest = this.#entries[this.#first]!;
    oldest.isKept = false;
    this.#chars -= oldest.chars;
    this.#entries[this.#first++] = undefined;
    if (2 * this.#first < this.#entries.length) return;
    this.#entries = this.#entries.slice(this.#first);
    this.#first = 0;
  }
}

function begun(start: RecordStart): Changing<MockRecord> {
  return {
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
    lacksEnd: false,
    endedMs: undefined,
    text: undefined,
    calls: undefined,
    retryAfterMs: undefined,
    retryable: undefined,
    error: undefined,
  };
}
