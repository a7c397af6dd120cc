import type { Delivery } from "../delivery/delivery_plan.ts";
import type { ModelRequest } from "../request/model_request.ts";
import { isOfKind } from "./answer_kind.ts";
import type { CallFacts, Criteria } from "./criteria.ts";
import { criterionTests } from "./criterion_tests.ts";
import type { NamedTest } from "./criterion_tests.ts";
import { ownCopy } from "../options/own_copy.ts";
import type { ResponseDescription } from "./reply.ts";

/**
 * What happens to the next calls that fit, whatever rule answers them: a response, or a delivery. A call for vectors
 * may get a response, if the `surface` names `embeddings`.
 */
export interface Injection extends Criteria {
  /** Is answered in place of what the rule says; the rule is not used. */
  readonly response?: ResponseDescription | undefined;
  /** How what the rule says is delivered; its members stand before the rule's own. */
  readonly delivery?: Delivery | undefined;
  /** How many calls it happens to. @default {1} */
  readonly times?: number | undefined;
}

interface Pending {
  readonly injection: Injection;
  readonly tests: readonly NamedTest[];
  left: number;
}

/** The injections that have not happened yet. */
export class Injections {
  #pending: Pending[] = [];

  /** Puts one after the others, as it is now. */
  add(given: Injection): void {
    const injection = ownCopy(given);
    const { times: left = 1 } = injection;
    this.#pending.push({ injection, tests: criterionTests(injection, "injection"), left });
  }

  /** Takes the first that fits a call. */
  take(request: ModelRequest, facts: CallFacts): Injection | undefined {
    if (this.#pending.length === 0) return undefined;
    const found = this.#pending.find(({ injection, tests }) =>
      isOfKind(injection, facts) && tests.every(({ holds }) => holds(request, facts))
    );
    if (found === undefined) return undefined;
    if (--found.left === 0) this.#pending = this.#pending.filter((pending) => pending !== found);
    return found.injection;
  }

  /** Forgets all. */
  clear(): void {
    this.#pending = [];
  }
}
