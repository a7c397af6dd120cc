import type { ProviderId } from "../providers/provider.ts";
import type { LimitUse } from "../providers/limit_use.ts";
import type { AnswerUsage } from "../result/answer.ts";

const MINUTE_MS = 60_000;

/** What was used in one minute. */
interface Minute {
  /** When it began, in milliseconds since 1970. */
  readonly startMs: number;
  requests: number;
  input: number;
  cacheRead: number;
  output: number;
}

/**
 * What was used of the limits of each provider, which are for a minute at a time: a minute begins with the first
 * request after the one before is over.
 */
export class Spending {
  readonly #minutes: Map<ProviderId, Minute> = new Map();

  /** Counts a request. */
  countRequest(provider: ProviderId, nowMs: number): void {
    this.#minute(provider, nowMs).requests++;
  }

  /** Counts the tokens of an answer. */
  countTokens(provider: ProviderId, nowMs: number, usage: Partial<AnswerUsage>): void {
    const minute = this.#minute(provider, nowMs);
    minute.input += (usage.input ?? 0) + (usage.cacheWrite ?? 0);
    minute.cacheRead += usage.cacheRead ?? 0;
    minute.output += usage.output ?? 0;
  }

  /** Tells what was used, and when all of it comes back. */
  used(provider: ProviderId, nowMs: number): LimitUse {
    const { startMs, requests, input, cacheRead, output } = this.#minute(provider, nowMs);
    return { requests, input, cacheRead, output, resetMs: startMs + MINUTE_MS - nowMs };
  }

  /** A clock that went back, as that of a new test may, begins a new minute too. */
  #minute(provider: ProviderId, nowMs: number): Minute {
    const last = this.#minutes.get(provider);
    if (last && nowMs >= last.startMs && nowMs < last.startMs + MINUTE_MS) return last;
    const minute = { startMs: nowMs, requests: 0, input: 0, cacheRead: 0, output: 0 };
    this.#minutes.set(provider, minute);
    return minute;
  }
}
