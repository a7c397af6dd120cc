import { WholeturnError } from "../../errors.ts";

/**
 * What is wrong with a build: it `does not rebuild`; it is `impure`, so that the same code gives different requests;
 * or it is the same everywhere, but not as recorded, as the code has `changed` since.
 */
export type BuildFault = "no-rebuild" | "impure" | "changed";

/** What is known of a build that is not as it should be. */
export interface BuildMismatch {
  /** What is wrong. */
  readonly fault: BuildFault;
  /** Which call of a model, from 1. */
  readonly call: number;
  /** Under which configuration, from 0. */
  readonly configuration: number;
  /** Under which variation of that configuration, if it is one. */
  readonly variation?: string | undefined;
  /** What of the request differs first, as a path. */
  readonly path?: string | undefined;
  /** What was expected there. */
  readonly expected?: unknown;
  /** What was built there. */
  readonly actual?: unknown;
}

/**
 * A request to a model depends on something else than the code and the events before it, or is no longer built as it
 * was recorded. Its code is `NONDETERMINISTIC_BUILD`.
 */
export class NondeterministicBuildError extends WholeturnError implements BuildMismatch {
  /** The class, by name. */
  override readonly name = "NondeterministicBuildError";
  /** What is wrong. */
  readonly fault: BuildFault;
  /** Which call of a model, from 1. */
  readonly call: number;
  /** Under which configuration, from 0. */
  readonly configuration: number;
  /** Under which variation of that configuration, if it is one. */
  readonly variation: string | undefined;
  /** What of the request differs first, as a path. */
  readonly path: string | undefined;
  /** What was expected there. */
  readonly expected: unknown;
  /** What was built there. */
  readonly actual: unknown;

  /**
   * Makes an error.
   *
   * @param message One sentence for a person.
   * @param mismatch What is known.
   * @param options What the build threw.
   */
  constructor(message: string, mismatch: BuildMismatch, options?: ErrorOptions) {
    super("NONDETERMINISTIC_BUILD", message, options);
    const { fault, call, configuration, variation, path, expected, actual } = Object(
      mismatch,
    ) as BuildMismatch;
    this.fault = fault;
    this.call = call;
    this.configuration = configuration;
    this.variation = variation;
    this.path = path;
    this.expected = expected;
    this.actual = actual;
  }
}
