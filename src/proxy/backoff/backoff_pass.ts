/** How an attempt failed, as far as the length of the rest goes. */
export interface FailedAttempt {
  /** How long the provider asks to wait, in milliseconds. */
  readonly hintMs?: number | undefined;
  /** How long the first rest is at least, in milliseconds; further ones grow from there. */
  readonly minRestMs?: number | undefined;
}

/**
 * The leave to send one request. Its holder says how the attempt went, once: what is said after that is ignored,
 * but for a failure after `commit()`, which is an answer that broke off.
 */
export interface BackoffPass {
  /** Whether this request tries what rested, while others are kept away. */
  readonly isProbe: boolean;
  /**
   * The attempt gave its first real output, or succeeded as a whole. Ends the rests, unless one was set since the
   * attempt began: an answer from before an outage does not tell that it is over.
   */
  commit(nowMs: number): void;
  /**
   * The attempt failed. The rest grows only if none was set since the attempt began: however many requests an
   * outage hits, it counts once. What the provider asks for lengthens the rest in any case.
   */
  fail(nowMs: number, failed?: FailedAttempt): void;
  /** The attempt tells nothing: the client left, or the request was at fault. */
  release(): void;
}

/** The pass of what never rests. */
export const FREE_PASS: BackoffPass = Object.freeze({
  isProbe: false,
  commit() {},
  fail() {},
  release() {},
});
