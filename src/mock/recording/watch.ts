import type { RecordChange } from "../journal/journal.ts";

/** The call that an answer from elsewhere is for. */
export interface Watch {
  /** Which test it belongs to; empty for none. */
  readonly testId: string;
  /** When it came, in milliseconds since 1970. */
  readonly startedMs: number;
  /** Writes down what is now known of it. */
  change(change: RecordChange): void;
}
