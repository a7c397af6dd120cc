/** What of an attempt may take too long. */
export type Phase = "ttft" | "idle" | "grace" | "total";

/** A part of an attempt took too long. */
export class LateError extends Error {
  /** The class, by name. */
  override readonly name = "LateError";
  /** Which part. */
  readonly phase: Phase;

  /** @param phase Which part. */
  constructor(phase: Phase) {
    super(`The upstream took too long: ${phase}`);
    this.phase = phase;
  }
}
