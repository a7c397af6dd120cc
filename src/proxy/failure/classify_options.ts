import type { JudgeOptions } from "./judge.ts";

/** What the judgement of a failure may depend on, besides the failure. */
export interface ClassifyOptions extends JudgeOptions {
  /** What must not be told: the provider's keys, which some send back. */
  readonly secrets?: readonly string[] | undefined;
}
