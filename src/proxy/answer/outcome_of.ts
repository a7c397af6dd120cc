import type { Failure, FailureKind } from "../failure/failure.ts";
import type { ErrorReport } from "./error_answer.ts";
import { secondsOf } from "./error_answer.ts";

/** A failed attempt at a request. */
export interface FailedAttemptRecord {
  /** The upstream, by id. */
  readonly upstream: string;
  /** How it failed. */
  readonly failure: Failure;
  /** How long it took, in milliseconds. */
  readonly ms: number;
  /** How long it is from then until the upstream may be asked again; `undefined` if nobody knows. */
  readonly waitMs: number | undefined;
}

/** Why nobody was asked, or nobody else. */
export interface Unavailable {
  /** How long it is until the first upstream rests no more; `undefined` if none rests. */
  readonly restMs: number | undefined;
  /** Whether one that does not rest was busy. */
  readonly isBusy: boolean;
  /** What kept the proxy from asking at all. */
  readonly kept?: Failure | undefined;
}

/** How long to wait for a slot before asking again, in milliseconds. */
const BUSY_RETRY_MS = 1000;

const TIMEOUTS: ReadonlySet<FailureKind> = new Set([
  "timeout",
  "connect_timeout",
  "ttft_timeout",
  "idle_timeout",
  "total_timeout",
]);

/**
 * Says what a client is told when nobody answered: what kept the proxy from asking, such as that it stops; that all rest
 * or are busy if nobody was asked; otherwise 429 if all who were asked refused for their limits, 504 if all were too slow,
 * 502 for everything else.
 *
 * @param failed The attempts.
 * @param unavailable Why there were no more.
 */
export function outcomeOf(
  failed: readonly FailedAttemptRecord[],
  unavailable: Unavailable,
): ErrorReport {
  const attempts = failed.map(({ upstream, failure, ms }) => ({
    upstream,
    status: failure.status,
    kind: failure.kind,
    message: failure.message,
    ms,
  }));
  const last = failed.at(-1);
  if (unavailable.kept !== undefined) {
    const { kind, message } = unavailable.kept;
    return { status: 503, type: "upstream_error", code: kind, message, attempts };
  }
  if (last === undefined) return unavailableReport(unavailable);
  const kinds = failed.map(({ failure }) => failure.kind);
  const { kind, message } = last.failure;
  const told = { message: `${last.upstream}: ${message}`, code: kind, attempts };
  if (kinds.every((one) => one === "rate_limit")) {
    const waits = failed.map(({ waitMs }) => waitMs ?? BUSY_RETRY_MS);
    const retryAfterMs = Math.min(...waits, unavailable.restMs ?? Infinity);
    return { ...told, status: 429, type: "rate_limit_error", retryAfterMs };
  }
  const status = kind === "stopped" ? 503 : kinds.every((one) => TIMEOUTS.has(one)) ? 504 : 502;
  return { ...told, status, type: "upstream_error" };
}

function unavailableReport({ restMs, isBusy }: Unavailable): ErrorReport {
  const shared = { status: 503, type: "upstream_unavailable" };
  if (isBusy || restMs === undefined) {
    const message = "all upstreams busy, retry in 1s";
    return { ...shared, code: "all_busy", message, retryAfterMs: BUSY_RETRY_MS };
  }
  const message = `all upstreams cooling, retry in ${secondsOf(restMs)}s`;
  return { ...shared, code: "all_cooling", message, retryAfterMs: restMs };
}
