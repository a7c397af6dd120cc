/** An append to a thread, as its writer saw it. */
export interface AppendOperation {
  /** What was called. */
  readonly call: "append";
  /** When it was called; only the order of these numbers counts. */
  readonly start: number;
  /** When it was answered. */
  readonly end: number;
  /** The payloads of its events: texts that no other event of the history has. */
  readonly payloads: readonly string[];
  /** The position it expected to be the last, if any. */
  readonly expected?: number | undefined;
  /** What was answered; `unknown`, if an error that is no refusal, or nothing. */
  readonly outcome: "landed" | "refused" | "unknown";
  /** Where its first event landed, as was answered. */
  readonly position?: number | undefined;
}

/** A read of a thread from its beginning to its end, as its reader saw it. */
export interface ReadOperation {
  /** What was called. */
  readonly call: "read";
  /** When it was called. */
  readonly start: number;
  /** When it had ended. */
  readonly end: number;
  /** The payloads it gave, in order. */
  readonly payloads: readonly string[];
}

/** One call of a history of one thread. */
export type Operation = AppendOperation | ReadOperation;

/** What cannot be explained by any order of the calls. */
export interface Anomaly {
  /** What kind of thing it is. */
  readonly kind:
    | "lost"
    | "duplicate"
    | "unknown-event"
    | "wrong-position"
    | "expectation-ignored"
    | "refused-but-landed"
    | "torn"
    | "reordered"
    | "no-prefix"
    | "stale-read";
  /** One sentence that names the events. */
  readonly message: string;
}
