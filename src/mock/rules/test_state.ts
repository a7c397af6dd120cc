import type { Rule } from "./rule.ts";

/** The state a mock begins in. */
const START = "start";

/** What one test has used of the rules. */
export class TestState {
  /** The state it is in. */
  state: string = START;
  readonly #used: Map<Rule, number> = new Map();
  readonly #series: Map<string, number> = new Map();

  /** How often rules of a series were used. */
  usedSeries(name: string): number {
    return this.#series.get(name) ?? 0;
  }

  /** How often rules of each series were used that has begun. */
  get series(): ReadonlyMap<string, number> {
    return this.#series;
  }

  /** How often a rule was used. */
  used(rule: Rule): number {
    return this.#used.get(rule) ?? 0;
  }

  /** Counts what another state has used, where it has used more. */
  raise(other: TestState): void {
    for (const [rule, used] of other.#used) this.#used.set(rule, Math.max(used, this.used(rule)));
  }

  /** Uses a rule. */
  use(rule: Rule): void {
    this.#used.set(rule, this.used(rule) + 1);
    if (rule.series !== undefined) {
      this.#series.set(rule.series.name, this.usedSeries(rule.series.name) + 1);
    }
    if (rule.nextState !== undefined) this.state = rule.nextState;
  }
}
