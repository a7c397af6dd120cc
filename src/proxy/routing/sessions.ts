import type { SessionPlan } from "../config/plan.ts";

interface Session {
  upstream: string;
  until: number;
}

/** Which upstream served which session last. */
export class Sessions {
  #plan: SessionPlan;
  /** By key, the one longest unused first. */
  readonly #sessions = new Map<string, Session>();
  /** Told of what replicas ought to know. */
  onBind: ((key: string, upstream: string) => void) | undefined;

  /** @param plan How long sessions are remembered, and how many. */
  constructor(plan: SessionPlan) {
    this.#plan = plan;
  }

  /** How many are remembered. */
  get size(): number {
    return this.#sessions.size;
  }

  /** Changes how long they are remembered. */
  configure(plan: SessionPlan): void {
    this.#plan = plan;
  }

  /** Gives the upstream of a session, by its id. */
  find(key: string, nowMs: number): string | undefined {
    const session = this.#sessions.get(key);
    if (session === undefined) return undefined;
    if (session.until > nowMs) return session.upstream;
    this.#sessions.delete(key);
    return undefined;
  }

  /**
   * Keeps a session on an upstream.
   *
   * @param key The session.
   * @param upstream The id of the upstream that served it.
   * @param nowMs The time now.
   */
  bind(key: string, upstream: string, nowMs: number): void {
    const isNew = this.find(key, nowMs) !== upstream;
    this.absorb(key, upstream, nowMs);
    if (isNew) this.onBind?.(key, upstream);
  }

  /** Takes what a replica knows. */
  absorb(key: string, upstream: string, nowMs: number): void {
    this.#sessions.delete(key);
    this.#sessions.set(key, { upstream, until: nowMs + this.#plan.ttlMs });
    if (this.#sessions.size <= this.#plan.max) return;
    const [oldest] = this.#sessions.keys();
    this.#sessions.delete(oldest!);
  }
}
