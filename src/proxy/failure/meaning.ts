import type { Failure, FailureKind } from "./failure.ts";

/** What follows from a kind of failure. */
export type Meaning = Pick<Failure, "kind" | "scope" | "failover" | "minRestMs">;

/** How long at least what waiting does not mend soon: no money, or a key that is refused. */
export const LONG_REST_MS = 60_000;

/** What follows from each kind of failure. */
export const MEANINGS: Readonly<Record<FailureKind, Meaning>> = Object.freeze({
  rate_limit: { kind: "rate_limit", scope: "key", failover: true },
  quota: { kind: "quota", scope: "key", failover: true, minRestMs: LONG_REST_MS },
  auth: { kind: "auth", scope: "key", failover: true, minRestMs: LONG_REST_MS },
  overloaded: { kind: "overloaded", scope: "upstream", failover: true },
  server_error: { kind: "server_error", scope: "upstream", failover: true },
  timeout: { kind: "timeout", scope: "upstream", failover: true },
  not_found: { kind: "not_found", scope: "upstream", failover: true },
  // Others would say the same, and nothing is wrong with the one that does.
  bad_request: { kind: "bad_request", scope: "none", failover: false },
  connect: { kind: "connect", scope: "upstream", failover: true },
  connect_timeout: { kind: "connect_timeout", scope: "upstream", failover: true },
  network: { kind: "network", scope: "upstream", failover: true },
  ttft_timeout: { kind: "ttft_timeout", scope: "upstream", failover: true },
  idle_timeout: { kind: "idle_timeout", scope: "upstream", failover: true },
  total_timeout: { kind: "total_timeout", scope: "upstream", failover: true },
  cut: { kind: "cut", scope: "upstream", failover: true },
  stream_error: { kind: "stream_error", scope: "upstream", failover: true },
  empty: { kind: "empty", scope: "upstream", failover: true },
  protocol: { kind: "protocol", scope: "upstream", failover: true },
  // A limit of the proxy's own; another upstream may say it in fewer words.
  too_large: { kind: "too_large", scope: "none", failover: true },
  stopped: { kind: "stopped", scope: "none", failover: false },
});

/**
 * Makes the failure of a kind that needs no looking at an answer, such as a timeout, a cut or an empty answer.
 *
 * @param kind What happened.
 * @param message One sentence for a person, without secrets.
 */
export function failureOf(kind: FailureKind, message: string): Failure {
  return { ...MEANINGS[kind], message };
}
