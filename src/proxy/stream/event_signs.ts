/** What an event of a stream says of the turn it is a part of. */
export interface EventSigns {
  /** Whether it has something of the answer: text, thoughts, a tool call, a refusal. */
  readonly output?: boolean | undefined;
  /** Whether with it the turn has said why it ends. */
  readonly finished?: boolean | undefined;
  /** Whether an answer without any output may end in this way. */
  readonly emptyIsLegal?: boolean | undefined;
  /** Whether it is the last of the stream. */
  readonly done?: boolean | undefined;
  /** How many tokens it says were made. */
  readonly outputTokens?: number | undefined;
  /** The error it tells of. */
  readonly error?: unknown;
}

/** An event that says nothing. */
export const NO_SIGNS: EventSigns = Object.freeze({});
