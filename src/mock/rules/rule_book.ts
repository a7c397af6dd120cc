import { nearestDelivery } from "../delivery/nearest_delivery.ts";
import type { ModelRequest } from "../request/model_request.ts";
import { isOfKind } from "./answer_kind.ts";
import type { CallFacts } from "./criteria.ts";
import { criterionTests } from "./criterion_tests.ts";
import type { NamedTest } from "./criterion_tests.ts";
import type { Reply } from "./reply.ts";
import { isWaiting } from "./is_over.ts";
import type { Rule } from "./rule.ts";
import { ownCopy } from "../options/own_copy.ts";
import { misshapen } from "../options/shape.ts";
import { type Forgotten, ForgottenTests } from "./forgotten_tests.ts";
import { nearestTurn } from "./nearest_turn.ts";
import { RuleIndex } from "./index/rule_index.ts";
import { TestState } from "./test_state.ts";

/** The rule that answers a call, and the reply whose turn it is: none if its sequence is over. */
export interface Pick {
  /** Its place in the list. */
  readonly index: number;
  /** The rule. */
  readonly rule: Rule;
  /** What reports call it. */
  readonly name: string;
  /** The reply. */
  readonly reply: Reply | undefined;
}

/** A rule, ready to be tested. */
export interface BookedRule {
  /** The rule. */
  readonly rule: Rule;
  /** What reports call it. */
  readonly name: string;
  /** The tests of its criteria. */
  readonly tests: readonly NamedTest[];
}

/** How many tests are told apart; of more, the one that used no rule for longest begins anew. */
export const MAX_TESTS: number = 10_000;

/** The rules of a mock, with what each test has used of them. */
export class RuleBook {
  #rules: readonly BookedRule[] = [];
  /** Copies of what users gave. */
  readonly #own: WeakSet<Rule> = new WeakSet();
  /** Made for the first call after a change, as rules may be added one by one. */
  #index: RuleIndex | undefined;
  #hasNearTurns = false;
  readonly #states: Map<string, TestState> = new Map();
  /** The test that used a rule last. */
  #latest: string | undefined;
  /** What the tests have used that are forgotten. */
  #forgotten: TestState = new TestState();
  readonly #forgottenTests: ForgottenTests = new ForgottenTests();

  /** @param rules The rules, in order. */
  constructor(rules: readonly Rule[]) {
    this.replace(rules);
  }

  /** The rules, in order. */
  get rules(): readonly BookedRule[] {
    return this.#rules;
  }

  /** The models that rules name. */
  get models(): readonly string[] {
    const names = this.#rules.map(({ rule }) => rule.model);
    return [...new Set(names.filter((model) => typeof model === "string"))];
  }

  /** Takes other rules, each as it is now; what was used of those that stay is kept. */
  replace(given: readonly Rule[]): void {
    const rules = given.map((rule) => this.#owned(rule));
    this.#rules = rules.map((rule, index) => {
      const name = rule.name ?? `rules[${index}]`;
      return { rule, name, tests: criterionTests(rule, name) };
    });
    this.#index = undefined;
    this.#hasNearTurns = rules.some(({ nearTurn }) => nearTurn !== undefined);
  }

  #owned(rule: Rule): Rule {
    if (this.#own.has(rule)) return rule;
    const own = ownCopy(rule);
    this.#own.add(own);
    return own;
  }

  /** Takes the first rule that fits and uses it; `undefined` if none fits. */
  take(request: ModelRequest, facts: CallFacts): Pick | undefined {
    const pick = this.find(request, facts);
    if (pick?.reply !== undefined) this.#state(facts.testId).use(pick.rule);
    return pick;
  }

  /** Finds the first rule that fits, without using it. */
  find(request: ModelRequest, facts: CallFacts): Pick | undefined {
    const state = this.stateOf(facts.testId);
    const fitting: number[] = [];
    this.#index ??= new RuleIndex(this.#rules.map(({ rule }) => rule));
    const candidates = this.#index.candidates({ request, facts, state });
    // Of the rules that were written for no turn only the first may be taken.
    let hasPlain = false;
    for (let index = candidates.next(); index !== undefined; index = candidates.next()) {
      const { rule, tests } = this.#rules[index]!;
      const isPlain = rule.nearTurn === undefined;
      if (hasPlain && isPlain) continue;
      if (!tests.every(({ holds }) => holds(request, facts))) continue;
      if (isWaiting(rule, state) || !isOfKind(rule, facts)) continue;
      if (!this.#hasNearTurns) return this.#pick(index, state);
      fitting.push(index);
      hasPlain ||= isPlain;
    }
    const turns = fitting.map((index) => turnOf(this.#rules[index]!, request, facts));
    const index = fitting[nearestTurn(turns, facts.turn)];
    return index === undefined ? undefined : this.#pick(index, state);
  }

  #pick(index: number, state: TestState): Pick {
    const { rule, name } = this.#rules[index]!;
    return { index, rule, name, reply: replyOf(rule, state.used(rule)) };
  }

  /** What a test has used so far. */
  stateOf(testId: string): TestState {
    return this.#states.get(testId) ?? new TestState();
  }

  /** Tells whether a test was forgotten, so that nobody knows what it used. */
  forgot(testId: string): Forgotten {
    const told = this.#forgottenTests.tells(testId);
    return told === "may" && this.#states.has(testId) ? "was not" : told;
  }

  /** How often the test used a rule that used it most, those that are forgotten included. */
  mostUsed(rule: Rule): number {
    let most = this.#forgotten.used(rule);
    for (const state of this.#states.values()) most = Math.max(most, state.used(rule));
    return most;
  }

  /** Forgets what was used: by one test, or by all. */
  rewind(testId?: string): void {
    if (testId !== undefined) {
      this.#states.delete(testId);
      return this.#forgottenTests.remove(testId);
    }
    this.#states.clear();
    this.#forgotten = new TestState();
    this.#forgottenTests.clear();
  }

  /** The tests that used a rule last come last. */
  #state(testId: string): TestState {
    const known = this.#states.get(testId);
    if (known !== undefined && testId === this.#latest) return known;
    const state = known ?? new TestState();
    this.#latest = testId;
    this.#states.delete(testId);
    this.#states.set(testId, state);
    if (this.#states.size > MAX_TESTS) this.#forget();
    return state;
  }

  #forget(): void {
    for (const [testId, state] of this.#states) {
      this.#forgotten.raise(state);
      this.#forgottenTests.add(testId);
      this.#states.delete(testId);
      return;
    }
  }
}

function turnOf(
  { rule: { nearTurn }, name }: BookedRule,
  request: ModelRequest,
  facts: CallFacts,
): number | undefined {
  if (typeof nearTurn !== "function") return nearTurn;
  const turn: unknown = nearTurn(request, facts);
  if (typeof turn === "number" && !Number.isNaN(turn)) return turn;
  throw misshapen(`${name}.nearTurn()`, "a number", turn);
}

/** The reply whose turn it is; none if the sequence is over and nothing follows it. */
function replyOf(rule: Rule, used: number): Reply | undefined {
  const { sequence, delivery } = rule;
  if (sequence === undefined) return rule;
  const reply = sequence[placeIn(sequence.length, used, rule.then)];
  if (reply === undefined || delivery === undefined) return reply;
  return { ...reply, delivery: nearestDelivery(delivery, reply.delivery) };
}

function placeIn(length: number, used: number, then: Rule["then"]): number {
  if (used < length) return used;
  if (then === "repeat-last") return length - 1;
  return then === "cycle" ? used % length : length;
}
