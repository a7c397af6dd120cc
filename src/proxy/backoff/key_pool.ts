import type { ProviderPlan } from "../config/plan.ts";
import { type BackoffPass, FREE_PASS } from "./backoff_pass.ts";
import type { BackoffRegistry } from "./backoff_registry.ts";
import type { BackoffScope } from "./backoff_scope.ts";

/** The longest rest of a key, in milliseconds, unless told otherwise. */
export const KEY_CAP_MS: number = 15 * 60_000;

/** A key to send one request with. */
export interface KeyLease {
  /** The key; `undefined` for a provider that has none. */
  readonly key: string | undefined;
  /** Its place among the provider's keys. */
  readonly index: number;
  /** To be told how the attempt went, as far as the key is concerned. */
  readonly pass: BackoffPass;
}

/** What a pool needs. */
export interface KeyPoolOptions {
  /**
   * The longest rest of a key, in milliseconds.
   *
   * @default {900_000}
   */
  readonly capMs?: number | undefined;
}

/**
 * The keys of a provider, used in turn. One that is refused or out of quota rests alone, and the others go on;
 * that they do needs no configuration, as nobody is refused because of it while a key is left.
 *
 * A lone key never rests: to rest it would be to rest the provider, which is what the configuration of backoff is
 * for. Its failures are charged to the upstream then (see `restOf()`), and with no backoff configured each request is
 * sent, as the configuration asks for.
 */
export class KeyPool {
  readonly #registry: BackoffRegistry;
  #keys: readonly string[] = [];
  #scopes: readonly BackoffScope[] = [];
  #next = 0;

  /**
   * @param provider Whose keys they are.
   * @param registry Where the scopes of the keys are kept.
   * @param options How the keys rest.
   */
  constructor(provider: ProviderPlan, registry: BackoffRegistry, options: KeyPoolOptions = {}) {
    this.#registry = registry;
    this.#follow(provider, options);
  }

  /** How many keys there are. */
  get size(): number {
    return this.#keys.length;
  }

  /** Follows another configuration. A key that stays rests on, wherever among the others it is now. */
  configure(provider: ProviderPlan, nowMs: number, options: KeyPoolOptions = {}): void {
    const states = new Map(this.#keys.map((key, index) => [key, this.#scopes[index]?.state()]));
    const known = this.#keys;
    // A scope is of one key: requests that still run with the old one must not let the new one rest.
    for (const [index, { id }] of this.#scopes.entries()) {
      const isKept = known[index] === provider.keys[index] && provider.keys.length > 1;
      if (!isKept) this.#registry.forget(id);
    }
    this.#follow(provider, options);
    for (const [index, scope] of this.#scopes.entries()) {
      const state = states.get(provider.keys[index]!);
      if (state && known[index] !== provider.keys[index]) scope.absorb(state, nowMs);
    }
  }

  /** Forgets what the registry keeps for it. */
  close(): void {
    for (const { id } of this.#scopes) this.#registry.forget(id);
  }

  /**
   * Takes the next key that does not rest.
   *
   * @returns The key, whose taker must say how it went; `undefined` while all of them rest.
   */
  take(nowMs: number): KeyLease | undefined {
    const count = this.#scopes.length;
    if (count === 0) return { key: this.#keys[0], index: 0, pass: FREE_PASS };
    for (let tried = 0; tried < count; tried++) {
      const index = (this.#next + tried) % count;
      const pass = this.#scopes[index]!.enter(nowMs);
      if (!pass) continue;
      this.#next = index + 1;
      return { key: this.#keys[index], index, pass };
    }
    return undefined;
  }

  /** Tells whether `take()` would give a key. */
  canTake(nowMs: number): boolean {
    return this.#scopes.length === 0 || this.#scopes.some((scope) => scope.canEnter(nowMs));
  }

  /** Gives how long it is until a key rests no more, in milliseconds; 0 if one does not rest. */
  remainingAt(nowMs: number): number {
    if (this.#scopes.length === 0) return 0;
    return Math.min(...this.#scopes.map((scope) => scope.remainingAt(nowMs)));
  }

  #follow({ name, keys }: ProviderPlan, { capMs = KEY_CAP_MS }: KeyPoolOptions): void {
    this.#keys = keys;
    this.#scopes = keys.length < 2
      ? []
      : keys.map((_, index) => this.#registry.keep({ id: `key:${name}:${index}`, capMs }));
  }
}
