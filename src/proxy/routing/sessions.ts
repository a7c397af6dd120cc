import type { SessionPlan } from "../config/plan.ts";
import type { SharedSession } from "../state/shared_state.ts";

interface Session {
  readonly upstream: string;
  readonly until: number;
  /** When others have to be told again that it goes on. */
  readonly tellAt: number;
}

/** Which upstream served which session last. */
export class Sessions {
  #plan: SessionPlan;
  /** By key, the one longest unused first. */
  readonly #sessions = new Map<string, Session>();
  /** Told of what replicas ought to know: a new upstream, and now and then that the session goes on. */
  onBind: ((session: SharedSession) => void) | undefined;

  /** @param plan How long sessions are remembered, and how many. */
  constructor(plan: SessionPlan) {
    this.#plan = plan;
  }

  /** How many are remembered. */
  get size(): number {
    return this.#sessions.size;
  }

  /** Gives all that are remembered. */
  *all(nowMs: number): Generator<SharedSession> {
    for (const [session, { upstream, until }] of this.#sessions) {
      if (until > nowMs) yield { session, upstream, ttlMs: until - nowMs };
    }
  }

  /** Changes how long they are remembered, and how many. */
  configure(plan: SessionPlan): void {
    this.#plan = plan;
    this.#forgetOldest();
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
    const isKnown = this.find(key, nowMs) === upstream;
    const { tellAt = 0 } = this.#sessions.get(key) ?? {};
    const { ttlMs } = this.#plan;
    if (isKnown && nowMs < tellAt) return this.#set(key, upstream, nowMs, tellAt);
    this.absorb(key, upstream, nowMs);
    this.onBind?.({ session: key, upstream, ttlMs });
  }

  /** Takes what a replica knows. */
  absorb(key: string, upstream: string, nowMs: number): void {
    this.#set(key, upstream, nowMs, nowMs + this.#plan.ttlMs / 2);
  }

  #set(key: string, upstream: string, nowMs: number, tellAt: number): void {
    this.#sessions.delete(key);
    this.#sessions.set(key, { upstream, until: nowMs + this.#plan.ttlMs, tellAt });
    this.#forgetOldest();
  }

  #forgetOldest(): void {
    for (const key of this.#sessions.keys()) {
      if (this.#sessions.size <= this.#plan.max) return;
      this.#sessions.delete(key);
    }
  }
}
