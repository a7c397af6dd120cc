import { WholeturnError } from "../../errors.ts";

/**
 * How a process is stopped: `after` a record landed; after it landed and its answer was `lost`, so that the process
 * does not know; `before` it landed, when what it records was done already; or not at all, and turns `alternate`
 * between two processes.
 */
export type StopKind = "after" | "lost" | "before" | "alternate";

/** Where a run differs from the one without a stop. */
export interface ResumeMismatch {
  /** How the process was stopped. */
  readonly kind: StopKind;
  /** At which record, from 1; `"alternate"` for the run that was not stopped. */
  readonly stop: number | "alternate";
  /** Which event differs first, from 1; 0 if none does, but what was done outside. */
  readonly at: number;
  /** What of it, as a path; empty for all of it. */
  readonly path: string;
  /** What the run without a stop has there; `undefined` for nothing. */
  readonly expected: unknown;
  /** What this run has there; `undefined` for nothing. */
  readonly actual: unknown;
}

/**
 * A thread that was stopped and resumed has recorded, or done outside, something else than one that was not. Its code
 * is `RESUME_MISMATCH`.
 */
export class ResumeMismatchError extends WholeturnError implements ResumeMismatch {
  /** The class, by name. */
  override readonly name = "ResumeMismatchError";
  /** How the process was stopped. */
  readonly kind: StopKind;
  /** At which record, from 1; `"alternate"` for the run that was not stopped. */
  readonly stop: number | "alternate";
  /** Which event differs first, from 1; 0 if none does, but what was done outside. */
  readonly at: number;
  /** What of it, as a path; empty for all of it. */
  readonly path: string;
  /** What the run without a stop has there. */
  readonly expected: unknown;
  /** What this run has there. */
  readonly actual: unknown;

  /**
   * Makes an error.
   *
   * @param message One sentence for a person.
   * @param mismatch Where the runs differ.
   * @param options What the resumed process threw.
   */
  constructor(message: string, mismatch: ResumeMismatch, options?: ErrorOptions) {
    super("RESUME_MISMATCH", message, options);
    const { kind, stop, at, path, expected, actual } = Object(mismatch) as ResumeMismatch;
    this.kind = kind;
    this.stop = stop;
    this.at = at;
    this.path = path;
    this.expected = expected;
    this.actual = actual;
  }
}
