/** Options of `MockGPT.assertDone()` and `MockGPT.unfinished()`. */
export interface DoneOptions {
  /** Whether calls that no rule and no recording answered are let pass. @default {false} */
  readonly allowUnmatched?: boolean | undefined;
}
