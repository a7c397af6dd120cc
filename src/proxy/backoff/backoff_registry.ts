import type { BackoffPlan, BackoffScopePlan, ProxyPlan } from "../config/plan.ts";
import { BackoffScope } from "./backoff_scope.ts";

/** How many scopes that no configuration names are kept: clients can make as many as they think of models. */
const MAX_UNLISTED = 4096;

/** The scopes of backoff, by id. Made when first asked for, and kept over changes of the configuration. */
export class BackoffRegistry {
  /** Told when a rest of one of the scopes is set or ended here; not when that was learned from elsewhere. */
  onChange: ((scope: BackoffScope) => void) | undefined;
  /** Told of each scope that is made, before anybody has it. */
  onMade: ((scope: BackoffScope) => void) | undefined;
  #defaults: BackoffPlan;
  readonly #random: () => number;
  readonly #scopes = new Map<string, BackoffScope>();
  /** Those that no configuration names, the oldest first. */
  readonly #unlisted = new Set<string>();

  /**
   * @param defaults The schedule of the rests.
   * @param random Gives a number from 0 to 1.
   */
  constructor(defaults: BackoffPlan, random: () => number) {
    this.#defaults = defaults;
    this.#random = random;
  }

  /**
   * Gives the scope of that name, and lets it follow the plan from now on.
   *
   * @param plan Its name and its longest rest.
   */
  scope(plan: BackoffScopePlan): BackoffScope {
    const known = this.#scopes.get(plan.id);
    if (known) {
      known.configure(plan, this.#defaults);
      return known;
    }
    const made = new BackoffScope(plan, this.#defaults, this.#random);
    made.onChange = (scope) => this.onChange?.(scope);
    this.#scopes.set(plan.id, made);
    this.#unlisted.add(plan.id);
    this.#forgetOldest();
    this.onMade?.(made);
    return made;
  }

  /** Gives the scope of an id, if there is one. */
  get(id: string): BackoffScope | undefined {
    return this.#scopes.get(id);
  }

  /** Gives all scopes. */
  all(): readonly BackoffScope[] {
    return [...this.#scopes.values()];
  }

  /**
   * Follows a configuration: what it names is there, even before it is used, and stands as it stood. What it names no
   * more is forgotten. Scopes of keys belong to their pools, which have to be configured afterwards.
   */
  configure({ backoff, models }: Pick<ProxyPlan, "backoff" | "models">): void {
    this.#defaults = backoff;
    const listed = new Map<string, BackoffScopePlan>();
    for (const { upstreams } of models.values()) {
      for (const { backoff: plan } of upstreams) if (plan) listed.set(plan.id, plan);
    }
    for (const id of this.#scopes.keys()) if (!isKept(id, listed)) this.#forget(id);
    for (const plan of listed.values()) {
      this.scope(plan);
      this.#unlisted.delete(plan.id);
    }
  }

  /**
   * Keeps a scope although no model names it, until `forget()`.
   *
   * @param plan Its name and its longest rest.
   */
  keep(plan: BackoffScopePlan): BackoffScope {
    const scope = this.scope(plan);
    this.#unlisted.delete(plan.id);
    return scope;
  }

  /** Forgets a scope that was kept. */
  forget(id: string): void {
    this.#forget(id);
  }

  #forgetOldest(): void {
    if (this.#unlisted.size <= MAX_UNLISTED) return;
    for (const id of this.#unlisted) return this.#forget(id);
  }

  #forget(id: string): void {
    this.#scopes.delete(id);
    this.#unlisted.delete(id);
  }
}

function isKept(id: string, listed: ReadonlyMap<string, BackoffScopePlan>): boolean {
  return id.startsWith("key:") || listed.has(id);
}
