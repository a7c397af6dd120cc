import type { ModelRequest } from "../request/model_request.ts";
import type { CallFacts, Criteria } from "./criteria.ts";
import type { Reply } from "./reply.ts";

/** What follows the last reply of a sequence. */
export type SequenceEnd = "repeat-last" | "throw" | "fall-through" | "cycle";

/** One rule of a mock: for which calls it is, and what it answers. The first rule that fits counts. */
export interface Rule extends Criteria, Reply {
  /** What reports call it. @default {its place in the list} */
  readonly name?: string | undefined;
  /** Several replies, one a call, in place of a single one. */
  readonly sequence?: readonly Reply[] | undefined;
  /** What follows the last of the sequence. @default {"throw"} */
  readonly then?: SequenceEnd | undefined;
  /** How many calls the rule is for; then it fits no more. */
  readonly times?: number | undefined;
  /**
   * Which use of a series this rule is for, counted from 0 over all rules of the series: the first call that one
   * of them answers, the second.
   */
  readonly series?: { readonly name: string; readonly at: number } | undefined;
  /**
   * The turn of a conversation the rule was written for. Of all rules that fit a call, the one written for the
   * latest turn not after the call's is taken, before those written for none (of one for just this turn and one for
   * none, the first); of rules all written for later turns, the one for the earliest. Unlike `turn` it never keeps a
   * rule from a call. A function tells it for each call, where turns are counted in another way.
   */
  readonly nearTurn?:
    | number
    | ((request: ModelRequest, facts: CallFacts) => number)
    | undefined;
  /** Whether `assertDone()` lets it pass that the rule was not used. @default {false} */
  readonly optional?: boolean | undefined;
  /** The state the mock must be in; it begins in `"start"`. */
  readonly state?: string | undefined;
  /** The state the mock is in after the rule has answered. */
  readonly nextState?: string | undefined;
}
