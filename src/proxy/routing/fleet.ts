import { BackoffRegistry } from "../backoff/backoff_registry.ts";
import { KeyPool } from "../backoff/key_pool.ts";
import type {
  ModelPlan,
  ProviderPlan,
  ProxyPlan,
  SlotsPlan,
  UpstreamPlan,
} from "../config/plan.ts";
import { ANY_MODEL } from "../config/read_models.ts";
import type { SharedSlots } from "../state/shared_state.ts";
import { Slots } from "./slots.ts";
import { Upstream } from "./upstream.ts";
import { UpstreamLoad } from "./upstream_load.ts";

/** A model and its upstreams as they stand now. */
export interface Model {
  /** Its configuration. */
  readonly plan: ModelPlan;
  /** Its upstreams, as configured. */
  readonly upstreams: readonly Upstream[];
}

/** All upstreams, and all they share. What is known of them outlives a change of the configuration. */
export class Fleet {
  /** What rests. */
  readonly backoff: BackoffRegistry;
  #plan: ProxyPlan;
  #slots = new Map<string, Slots>();
  #keys = new Map<string, KeyPool>();
  #loads = new Map<string, UpstreamLoad>();
  #models = new Map<string, Model>();
  #shared: SharedSlots | undefined;

  /**
   * @param plan The configuration.
   * @param random Gives a number from 0 to 1.
   * @param nowMs The time now.
   */
  constructor(plan: ProxyPlan, random: () => number, nowMs: number) {
    this.backoff = new BackoffRegistry(plan.backoff, random);
    this.#plan = plan;
    this.configure(plan, nowMs);
  }

  /** The configuration. */
  get plan(): ProxyPlan {
    return this.#plan;
  }

  /** Every model, by name. */
  get models(): ReadonlyMap<string, Model> {
    return this.#models;
  }

  /** Every limit, by id. */
  get slots(): ReadonlyMap<string, Slots> {
    return this.#slots;
  }

  /** How many requests wait for a slot, wherever. */
  get waiting(): number {
    return new Set([...this.#slots.values()].flatMap((slots) => [...slots.waiting()])).size;
  }

  /** Lets limits hold for others as well from now on. */
  shareSlots(shared: SharedSlots): void {
    this.#shared = shared;
    for (const slots of this.#slots.values()) slots.share(shared);
  }

  /** Follows another configuration from now on. Requests that run keep to the one before. */
  configure(plan: ProxyPlan, nowMs: number): void {
    this.#plan = plan;
    this.backoff.configure(plan);
    const before = { slots: this.#slots, keys: this.#keys, loads: this.#loads };
    this.#slots = new Map();
    this.#keys = new Map();
    this.#loads = new Map();
    this.#models = new Map();
    for (const [name, pool] of before.keys) {
      const provider = plan.providers.get(name);
      if (provider === undefined) pool.close();
      else {
        pool.configure(provider, nowMs, { capMs: provider.keyBackoffMs });
        this.#keys.set(name, pool);
      }
    }
    for (const model of plan.models.values()) {
      const upstreams = model.upstreams.map((upstream) => this.#upstreamOf(upstream, before));
      this.#models.set(model.name, { plan: model, upstreams });
    }
    // Models that are not listed stand on these.
    for (const upstream of plan.unlisted?.(ANY_MODEL)?.upstreams ?? []) {
      this.#upstreamOf(upstream, before);
    }
    for (const { slots } of plan.providers.values()) if (slots) this.#slotsOf(slots, before);
    // What is gone with its limit keeps it: a reload must not send there at once all who still wait.
    const stay = [...plan.providers.keys()].map((name) => `provider:${name}`);
    for (const id of this.#loads.keys()) stay.push(`upstream:${id}`);
    for (const id of stay) if (!this.#slots.has(id)) before.slots.get(id)?.lift();
  }

  /**
   * Gives the models to try for one that was asked for: itself, then those to fall back to, each once. None if there
   * is no such model.
   */
  *modelsFor(name: string): Generator<Model> {
    const seen = new Set<string>();
    const waiting = [name];
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const model = this.#models.get(next) ?? this.#unlisted(next);
      if (model === undefined || seen.has(next)) continue;
      seen.add(next);
      yield model;
      waiting.push(...model.plan.fallback);
    }
  }

  #upstreamOf(plan: UpstreamPlan, before: Before): Upstream {
    const limits = [plan.slots, plan.provider.slots].filter((slots) => slots !== undefined);
    const parts = {
      scope: plan.backoff && this.backoff.scope(plan.backoff),
      keys: this.#keysOf(plan.provider),
      slots: limits.map((limit) => this.#slotsOf(limit, before)),
      load: this.#loadOf(plan.id, before),
    };
    return new Upstream(plan, parts);
  }

  /** A model that a client names by its provider. What is known of it is known of the provider alone. */
  #unlisted(name: string): Model | undefined {
    const plan = this.#plan.unlisted?.(name);
    if (plan === undefined) return undefined;
    const before = { slots: this.#slots, keys: this.#keys, loads: this.#loads };
    return {
      plan,
      upstreams: plan.upstreams.map((upstream) => this.#upstreamOf(upstream, before)),
    };
  }

  #loadOf(id: string, before: Before): UpstreamLoad {
    const load = this.#loads.get(id) ?? before.loads.get(id) ?? new UpstreamLoad();
    this.#loads.set(id, load);
    return load;
  }

  #slotsOf(plan: SlotsPlan, before: Before): Slots {
    const known = this.#slots.get(plan.id) ?? before.slots.get(plan.id);
    const slots = known ?? new Slots(plan);
    known?.configure(plan);
    if (this.#shared) slots.share(this.#shared);
    this.#slots.set(plan.id, slots);
    return slots;
  }

  #keysOf(provider: ProviderPlan): KeyPool {
    const keys = this.#keys.get(provider.name) ??
      new KeyPool(provider, this.backoff, { capMs: provider.keyBackoffMs });
    this.#keys.set(provider.name, keys);
    return keys;
  }
}

interface Before {
  readonly slots: ReadonlyMap<string, Slots>;
  readonly keys: ReadonlyMap<string, KeyPool>;
  readonly loads: ReadonlyMap<string, UpstreamLoad>;
}
