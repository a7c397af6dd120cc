import type { BackoffScope } from "../backoff/backoff_scope.ts";
import type { ProxyPlan } from "../config/plan.ts";
import type { Core, Others } from "../core.ts";
import { KeyNames } from "./key_names.ts";
import type { LocalState, Patience, SharedRest, SharedState, StateLink } from "./shared_state.ts";

/** How many rests are kept of scopes that do not exist yet. */
const MAX_PENDING = 1000;

/** The parts of a proxy that are shared. */
export type SharedCore = Pick<Core, "plan" | "fleet" | "sessions" | "clock" | "observe">;

/** Ties a proxy to what its state is shared through and kept in. */
export class Sharing implements Others {
  readonly #core: SharedCore;
  readonly #links: StateLink[] = [];
  /** Rests of what is made only once a client asks for it. */
  readonly #pending = new Map<string, SharedRest>();
  #names: KeyNames;
  /** Resolves when what was known before is taken over, or cannot be. */
  readonly ready: Promise<void>;

  /**
   * @param core The proxy. Its parts may be put in place of one another later, followed by `configured()`.
   * @param states What to tie it to.
   */
  constructor(core: SharedCore, states: readonly SharedState[]) {
    this.#core = core;
    this.#names = new KeyNames(core.plan);
    for (const state of states) this.#join(state);
    if (states.length > 0) core.fleet.backoff.onMade = (scope) => this.#made(scope);
    this.configured(core.plan);
    this.ready = Promise.all(this.#links.map((link) => link.ready)).then(() => {});
  }

  /** How long one request may wait for others. */
  patience(): Patience | undefined {
    for (const link of this.#links) if (link.patience) return link.patience();
    return undefined;
  }

  /** How often a request went on without what others know. */
  get missed(): number {
    return this.#links.reduce((sum, { missed = 0 }) => sum + missed, 0);
  }

  /** Learns what serves a session, if it is not known here. */
  async learn(session: string, patience: Patience): Promise<void> {
    const { sessions, clock } = this.#core;
    if (sessions === undefined || sessions.find(session, clock.now()) !== undefined) return;
    for (const link of this.#links) {
      const upstream = await link.find?.(session, patience);
      if (upstream === undefined) continue;
      return sessions.absorb(session, upstream, clock.now());
    }
  }

  /** Tells of a rest that was set or ended here. */
  changed(scope: BackoffScope): void {
    this.#tell(this.#names.outside(scope.id));
  }

  /** Follows the configuration as it is now. */
  configured(plan: ProxyPlan): void {
    if (this.#links.length === 0) return;
    this.#names = new KeyNames(plan);
    const { fleet, sessions } = this.#core;
    for (const { slots } of this.#links) if (slots) fleet.shareSlots(slots);
    // Keys that are new have names only now.
    for (const rest of [...this.#pending.values()]) {
      if (this.#scope(rest.scope) !== undefined) this.#take(rest);
    }
    if (sessions === undefined) return;
    sessions.onBind = (bound) => {
      for (const link of this.#links) link.bound?.(bound);
    };
  }

  /** Ends all of it. */
  async close(): Promise<void> {
    await Promise.all(this.#links.map((link) => link.close()));
  }

  #join(state: SharedState): void {
    const { fleet: { backoff }, clock, observe } = this.#core;
    const rest = (name: string) => this.#restOf(name);
    const link: StateLink = state.join(
      {
        clock,
        rests: () => backoff.all().map((scope) => this.#outside(scope)),
        rest,
        absorb: (told) => this.#absorb(told, link),
        end: (name) => this.#end(name, link),
        sessions: () => this.#core.sessions?.all(clock.now()) ?? [],
        bind: (session, upstream) => this.#core.sessions?.absorb(session, upstream, clock.now()),
        warn: (message) => observe({ event: "warning", message }),
      } satisfies LocalState,
    );
    this.#links.push(link);
  }

  #scope(name: string): BackoffScope | undefined {
    const id = this.#names.inside(name);
    return id === undefined ? undefined : this.#core.fleet.backoff.get(id);
  }

  #restOf(name: string): SharedRest | undefined {
    const scope = this.#scope(name);
    return scope && this.#outside(scope);
  }

  #outside(scope: BackoffScope): SharedRest {
    const { level, untilMs } = scope.state();
    return { scope: this.#names.outside(scope.id), level, untilMs };
  }

  #absorb(rest: SharedRest, from: StateLink | undefined): void {
    const scope = this.#scope(rest.scope);
    if (scope === undefined) return this.#keep(rest);
    const before = scope.state();
    scope.absorb({ ...rest, failures: 0, isProbed: false }, this.#core.clock.now());
    if (scope.state().untilMs !== before.untilMs) this.#learned(scope, from);
  }

  #end(name: string, from: StateLink | undefined): void {
    this.#pending.delete(name);
    const scope = this.#scope(name);
    if (scope === undefined || scope.state().level === 0) return;
    scope.absorbEnd();
    this.#learned(scope, from);
  }

  #learned(scope: BackoffScope, from: StateLink | undefined): void {
    const { level, untilMs } = scope.state();
    const restMs = scope.remainingAt(this.#core.clock.now());
    this.#core.observe({
      event: "rest",
      scope: scope.id,
      level,
      untilMs,
      restMs,
      isLearned: true,
    });
    this.#tell(this.#names.outside(scope.id), from);
  }

  #tell(name: string, from?: StateLink): void {
    for (const link of this.#links) if (link !== from) link.changed(name);
  }

  #keep(rest: SharedRest): void {
    this.#pending.delete(rest.scope);
    if (this.#pending.size < MAX_PENDING) this.#pending.set(rest.scope, rest);
  }

  #made({ id }: BackoffScope): void {
    const rest = this.#pending.get(this.#names.outside(id));
    if (rest !== undefined) this.#take(rest);
  }

  #take(rest: SharedRest): void {
    this.#pending.delete(rest.scope);
    this.#absorb(rest, undefined);
  }
}
