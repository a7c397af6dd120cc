import type { Rule } from "./rule.ts";

/** The state a mock begins in. */
const START = "start";

/** What one test has used of the rules. */
export class TestState {
  /** The state it is in. */
  state: string = START;
  readonly #used: Map<Rule, number> = new Map();

  /** How often a rule was used. */
  used(rule: Rule): number {
    return this.#used.get(rule) ?? 0;
  }

  /** Uses a rule. */
  use(rule: Rule): void {
    this.#used.set(rule, this.used(rule) + 1);
    if (rule.nextState !== undefined) this.state = rule.nextState;
  }
}
