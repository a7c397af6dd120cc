import type { BackoffPlan, BackoffScopePlan } from "../config/plan.ts";
import { backoffDelay, withJitter } from "./backoff_delay.ts";
import type { BackoffPass, FailedAttempt } from "./backoff_pass.ts";
import type { BackoffState } from "./backoff_state.ts";

/**
 * What rests together after failures: an upstream, a provider or a key.
 *
 * Failures make it rest for 1 s, 2 s, 4 s and so on. When a rest ends, one request probes it while others are kept
 * away, until that one commits, fails, is given up, or has told nothing for too long.
 *
 * What came first is told by counting, not by clocks: a pass remembers how many rests had been set when it began.
 */
export class BackoffScope {
  /** Its name, such as `upstream:groq/qwen-3`. */
  readonly id: string;
  /** Told when a rest is set or ended here; not when that was learned from elsewhere. */
  onChange: ((scope: BackoffScope) => void) | undefined;
  #capMs: number;
  #defaults: BackoffPlan;
  readonly #random: () => number;
  #level = 0;
  #untilMs = 0;
  #failures = 0;
  /** How many rests were set so far. */
  #rests = 0;
  #probe: { readonly pass: ScopePass; readonly endMs: number } | undefined;

  /**
   * @param plan Its name and its longest rest.
   * @param defaults The schedule of the rests.
   * @param random Gives a number from 0 to 1.
   */
  constructor(plan: BackoffScopePlan, defaults: BackoffPlan, random: () => number) {
    this.id = plan.id;
    this.#capMs = plan.capMs;
    this.#defaults = defaults;
    this.#random = random;
  }

  /** Follows another configuration from now on; how it stands is kept, but no rest is longer than it then may be. */
  configure(plan: BackoffScopePlan, defaults: BackoffPlan): void {
    this.#capMs = plan.capMs;
    this.#defaults = defaults;
  }

  /** Tells whether it rests. It does no more at the very end of its rest. */
  isCoolingAt(nowMs: number): boolean {
    return nowMs < this.#untilMs;
  }

  /** Gives how much of its rest is left, in milliseconds; 0 if it does not rest. */
  remainingAt(nowMs: number): number {
    return Math.max(0, Math.min(this.#untilMs - nowMs, this.#longestMs));
  }

  /** Tells whether `enter()` would give a pass. */
  canEnter(nowMs: number): boolean {
    this.#shorten(nowMs);
    if (this.isCoolingAt(nowMs)) return false;
    return this.#level === 0 || !this.#isProbedAt(nowMs);
  }

  /**
   * Asks for leave to send a request now.
   *
   * @returns The pass, whose holder must say how it went; `undefined` while it rests, or while another probes it.
   */
  enter(nowMs: number): BackoffPass | undefined {
    if (!this.canEnter(nowMs)) return undefined;
    const isProbe = this.#level > 0;
    const pass = new ScopePass(isProbe, this.#rests, this.#judge);
    if (isProbe) this.#probe = { pass, endMs: nowMs + this.#defaults.probeMs };
    return pass;
  }

  /**
   * Takes over what a replica or a file says. Of two rests the one that ends later holds; one that is over tells
   * nothing, as it may have been ended by a success here.
   */
  absorb(remote: BackoffState, nowMs: number): void {
    const untilMs = Math.min(remote.untilMs, nowMs + this.#longestMs);
    // So that what is no number in a file is not taken either.
    if (!(untilMs > nowMs && untilMs > this.#untilMs)) return;
    this.#untilMs = untilMs;
    const level = Number.isSafeInteger(remote.level) ? remote.level : 1;
    this.#level = Math.max(this.#level, level, 1);
    this.#rests++;
  }

  /** Takes over that a request succeeded elsewhere. What runs here tells its own, as after a success here. */
  absorbEnd(): void {
    this.#level = 0;
    this.#untilMs = 0;
    this.#failures = 0;
  }

  /** Forgets all failures, also those that requests now running will tell of. */
  reset(): void {
    this.#rests++;
    this.#close();
  }

  /** Gives how it stands. */
  state(): BackoffState {
    return {
      level: this.#level,
      untilMs: this.#untilMs,
      failures: this.#failures,
      isProbed: this.#probe !== undefined,
    };
  }

  readonly #judge: Judge = {
    commit: (pass) => {
      this.#endProbe(pass);
      if (pass.rests === this.#rests) this.#close();
    },
    fail: (pass, nowMs, failed) => {
      this.#endProbe(pass);
      this.#failures++;
      const isNew = pass.rests === this.#rests;
      const restMs = isNew ? this.#nextRest(failed) : this.#askedRest(failed);
      if (isNew || (restMs > 0 && nowMs + restMs > this.#untilMs)) this.#rest(nowMs + restMs);
    },
    release: (pass) => this.#endProbe(pass),
  };

  #rest(untilMs: number): void {
    this.#level = Math.max(1, this.#level);
    this.#untilMs = Math.max(this.#untilMs, untilMs);
    this.#rests++;
    this.onChange?.(this);
  }

  #close(): void {
    const changed = this.#level > 0;
    this.#level = 0;
    this.#untilMs = 0;
    this.#failures = 0;
    this.#probe = undefined;
    if (changed) this.onChange?.(this);
  }

  /** Goes one level up, unless the cap is reached: a higher cap of a later configuration is then reached by steps. */
  #nextRest(failed: FailedAttempt): number {
    const { baseMs, factor, jitter } = this.#defaults;
    const minMs = this.#minRest(failed);
    const schedule = {
      baseMs: Math.max(baseMs, minMs),
      factor,
      capMs: this.#capMs,
    };
    const isCapped = this.#level > 0 && backoffDelay(this.#level, schedule) >= schedule.capMs;
    if (!isCapped) this.#level++;
    const delayMs = withJitter(backoffDelay(this.#level, schedule), jitter, this.#random);
    return Math.max(delayMs, this.#askedRest(failed));
  }

  #askedRest(failed: FailedAttempt): number {
    const hintMs = Math.min(positive(failed.hintMs), this.#defaults.maxHintMs);
    return Math.max(hintMs, this.#minRest(failed));
  }

  /** Only a provider's own hint may be longer than the cap. */
  #minRest(failed: FailedAttempt): number {
    return Math.min(positive(failed.minRestMs), this.#capMs);
  }

  get #longestMs(): number {
    return Math.max(this.#capMs, this.#defaults.maxHintMs);
  }

  /** After the clock was set back, or the cap lowered, a rest would last for longer than any may. */
  #shorten(nowMs: number): void {
    this.#untilMs = Math.min(this.#untilMs, nowMs + this.#longestMs);
  }

  #isProbedAt(nowMs: number): boolean {
    return this.#probe !== undefined && nowMs < this.#probe.endMs;
  }

  #endProbe(pass: ScopePass): void {
    if (this.#probe?.pass === pass) this.#probe = undefined;
  }
}

/** What a scope does when an attempt tells how it went. */
interface Judge {
  commit(pass: ScopePass): void;
  fail(pass: ScopePass, nowMs: number, failed: FailedAttempt): void;
  release(pass: ScopePass): void;
}

class ScopePass implements BackoffPass {
  readonly isProbe: boolean;
  /** How many rests had been set when it began. */
  readonly rests: number;
  readonly #judge: Judge;
  #stage: "running" | "committed" | "over" = "running";

  constructor(isProbe: boolean, rests: number, judge: Judge) {
    this.isProbe = isProbe;
    this.rests = rests;
    this.#judge = judge;
  }

  commit(_nowMs: number): void {
    if (this.#stage !== "running") return;
    this.#stage = "committed";
    this.#judge.commit(this);
  }

  fail(nowMs: number, failed: FailedAttempt = {}): void {
    if (this.#stage === "over") return;
    this.#stage = "over";
    this.#judge.fail(this, nowMs, failed);
  }

  release(): void {
    if (this.#stage !== "running") return;
    this.#stage = "over";
    this.#judge.release(this);
  }
}

/** Gives a time to wait, or 0 for what is none. */
function positive(ms: number | undefined): number {
  return ms !== undefined && ms > 0 ? ms : 0;
}
