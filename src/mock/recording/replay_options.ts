import type { Cassette, RecordedRequest } from "./cassette.ts";

/** What is answered from recordings, and how. */
export interface ReplayOptions {
  /** The recordings. */
  readonly cassettes: readonly Cassette[];
  /** How many times faster than recorded; 0 is at once, without a timer. @default {0} */
  readonly speed?: number | undefined;
  /** Names of members of a body that do not count when requests are compared, wherever they stand. */
  readonly ignore?: readonly string[] | undefined;
  /**
   * Makes requests the same that are to have the same answer: given one that was recorded, or one that came, in the
   * form of a recording and without its secrets. Headers do not count in any case.
   */
  readonly normalize?: ((request: RecordedRequest) => RecordedRequest) | undefined;
  /**
   * What follows when the same request comes more often than it was recorded; with `forward`, it is forwarded in
   * place of `throw`. @default {"throw"}
   */
  readonly then?: "repeat-last" | "throw" | undefined;
}
