import { WholeturnError } from "../errors.ts";

/** What a trace store refuses. */
export type TraceStoreErrorCode =
  | "SEALED_EVENT"
  | "STREAM_MOVED"
  | "THREAD_GONE"
  | "LEASE_HELD"
  | "LEASE_EXPIRED"
  | "INVALID_LOG"
  | "INVALID_EVENT";

/** What is known of a refusal besides its message. */
export interface TraceStoreErrorInfo {
  /** With `STREAM_MOVED`: the position that was expected. */
  readonly expected?: number | undefined;
  /** With `STREAM_MOVED`: the position that is the last. */
  readonly actual?: number | undefined;
  /** With `LEASE_HELD`: who has the lease. */
  readonly owner?: string | undefined;
  /** With `LEASE_HELD`: when it ends. */
  readonly expiresAt?: string | undefined;
  /** With `INVALID_LOG`: which event of the log, from 0. */
  readonly index?: number | undefined;
  /** With `INVALID_EVENT`: what of it, as a path. */
  readonly path?: string | undefined;
}

/**
 * A trace store refuses what was asked; nothing has changed. Told by its `code`, never by `instanceof`: a store may
 * come with a copy of this package of its own.
 */
export class TraceStoreError extends WholeturnError {
  /** The class, by name. */
  override readonly name = "TraceStoreError";
  /** What was refused. */
  declare readonly code: TraceStoreErrorCode;
  /** What else is known. */
  readonly info: TraceStoreErrorInfo;

  /**
   * Makes an error.
   *
   * @param code What was refused.
   * @param message One sentence for a person.
   * @param info What else is known.
   */
  constructor(code: TraceStoreErrorCode, message: string, info: TraceStoreErrorInfo = {}) {
    super(code, message);
    this.info = info;
  }
}

/**
 * Tells whether something thrown is a {@linkcode TraceStoreError}, of whichever copy of this package.
 *
 * @param error What was thrown.
 * @param code The code it must have; by default any.
 */
export function isTraceStoreError(
  error: unknown,
  code?: TraceStoreErrorCode,
): error is TraceStoreError {
  if (typeof error !== "object" || error === null) return false;
  const { origin, name, code: found } = error as Partial<TraceStoreError>;
  return origin === "wholeturn" && name === "TraceStoreError" &&
    (code === undefined || found === code);
}
