import { isLimited, isOver } from "../is_over.ts";
import type { Rule } from "../rule.ts";
import { Runs } from "./runs.ts";
import type { TestState } from "../test_state.ts";

/** Rules that are filed alike, in order. */
export class Bucket {
  readonly #places: number[] = [];
  /** Those that may be over at some time, by where they stand here. */
  readonly #limited: Map<number, Rule> = new Map();
  /** Which of them are over, for each test that found one so. */
  readonly #over: WeakMap<TestState, Runs> = new WeakMap();

  /** Puts a rule after the others, with its place in the list of all. */
  add(rule: Rule, place: number): void {
    if (isLimited(rule)) this.#limited.set(this.#places.length, rule);
    this.#places.push(place);
  }

  /** Gives the place of one in the list of all; `undefined` after the last. */
  place(at: number): number | undefined {
    return this.#places[at];
  }

  /**
   * Gives where the first stands that is not over in a test, from one on. What was found to be over is not looked at
   * again: the last steps of a long script are as near as the first.
   */
  nextOpen(from: number, state: TestState): number {
    if (this.#limited.size === 0) return from;
    let runs = this.#over.get(state);
    let at = runs?.after(from) ?? from;
    while (this.#isOver(at, state)) {
      if (runs === undefined) this.#over.set(state, runs = new Runs());
      runs.mark(at);
      at = runs.after(at);
    }
    return at;
  }

  #isOver(at: number, state: TestState): boolean {
    const rule = this.#limited.get(at);
    return rule !== undefined && isOver(rule, state);
  }
}
