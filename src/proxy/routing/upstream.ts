import type { BackoffPass } from "../backoff/backoff_pass.ts";
import { FREE_PASS } from "../backoff/backoff_pass.ts";
import type { BackoffScope } from "../backoff/backoff_scope.ts";
import type { KeyPool } from "../backoff/key_pool.ts";
import type { UpstreamPlan } from "../config/plan.ts";
import type { Slots } from "./slots.ts";
import type { UpstreamLoad } from "./upstream_load.ts";

/** What an upstream stands on, and shares with others. */
export interface UpstreamParts {
  /** What rests with it; `undefined` if it never rests. */
  readonly scope: BackoffScope | undefined;
  /** The keys of its provider. */
  readonly keys: KeyPool;
  /** Its own slots and those of its provider, as far as there are limits. */
  readonly slots: readonly Slots[];
  /** What runs on it. */
  readonly load: UpstreamLoad;
}

/** An upstream as it stands now. */
export class Upstream {
  /** Its configuration. */
  readonly plan: UpstreamPlan;
  readonly #parts: UpstreamParts;

  /**
   * @param plan Its configuration.
   * @param parts What it stands on.
   */
  constructor(plan: UpstreamPlan, parts: UpstreamParts) {
    this.plan = plan;
    this.#parts = parts;
  }

  /** Its id. */
  get id(): string {
    return this.plan.id;
  }

  /** What rests with it. */
  get scope(): BackoffScope | undefined {
    return this.#parts.scope;
  }

  /** The keys of its provider. */
  get keys(): KeyPool {
    return this.#parts.keys;
  }

  /** The limits it is under. */
  get slots(): readonly Slots[] {
    return this.#parts.slots;
  }

  /** What runs on it, for whichever model. */
  get load(): UpstreamLoad {
    return this.#parts.load;
  }

  /** Whether a request may be sent to it now, as far as rests go. */
  isOpenAt(nowMs: number): boolean {
    return (this.scope?.canEnter(nowMs) ?? true) && this.keys.canTake(nowMs);
  }

  /** How long it rests at least, in milliseconds. */
  restsForMs(nowMs: number): number {
    return Math.max(this.scope?.remainingAt(nowMs) ?? 0, this.keys.remainingAt(nowMs));
  }

  /** Asks for leave to send, as far as its own rest goes. */
  enter(nowMs: number): BackoffPass | undefined {
    return this.scope === undefined ? FREE_PASS : this.scope.enter(nowMs);
  }
}
