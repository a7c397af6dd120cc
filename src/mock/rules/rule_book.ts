import type { ModelRequest } from "../request/model_request.ts";
import type { CallFacts } from "./criteria.ts";
import { failedCriterion } from "./failed_criterion.ts";
import type { Reply } from "./reply.ts";
import type { Rule } from "./rule.ts";

/** The rule that answers a call, and the reply whose turn it is. */
export interface Pick {
  /** Its place in the list. */
  readonly index: number;
  /** The rule. */
  readonly rule: Rule;
  /** The reply. */
  readonly reply: Reply;
}

/** The rules of a mock, with what has been used of them by each test. */
export class RuleBook {
  readonly #rules: readonly Rule[];
  /** How often each rule was used, by test. */
  readonly #used: Map<string, number[]> = new Map();

  /** @param rules The rules, in order. */
  constructor(rules: readonly Rule[]) {
    this.#rules = rules;
  }

  /** The rules, in order. */
  get rules(): readonly Rule[] {
    return this.#rules;
  }

  /** The models that rules name. */
  get models(): readonly string[] {
    const names = this.#rules.map(({ model }) => model).filter((model) =>
      typeof model === "string"
    );
    return [...new Set(names)];
  }

  /** Takes the first rule that fits, and the reply whose turn it is; `undefined` if none fits. */
  take(request: ModelRequest, facts: CallFacts): Pick | undefined {
    for (const [index, rule] of this.#rules.entries()) {
      if (failedCriterion(rule, request, facts) !== undefined) continue;
      const used = this.#count(facts.testId, index);
      const reply = rule.sequence === undefined ? rule : rule.sequence[used];
      if (reply === undefined) continue;
      return { index, rule, reply };
    }
    return undefined;
  }

  #count(testId: string, index: number): number {
    const counts = this.#used.get(testId) ?? [];
    const used = counts[index] ?? 0;
    counts[index] = used + 1;
    this.#used.set(testId, counts);
    return used;
  }
}
