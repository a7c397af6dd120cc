import type { HttpAnswer } from "../../server/http_answer.ts";
import type { Attempt } from "./attempt.ts";
import type { AttemptResult } from "./attempt_result.ts";
import type { Call } from "../request/call.ts";
import type { Core } from "../core.ts";
import type { RequestLog } from "./request_log.ts";
import type { Lease } from "../routing/lease.ts";
import { clientBody, type StreamEnd } from "../stream/client_body.ts";

/** What an answer belongs to. */
export interface Delivery {
  /** What every request is served with. */
  readonly core: Core;
  /** The request. */
  readonly call: Call;
  /** The upstream that answers. */
  readonly lease: Lease;
  /** The attempt that brought it. */
  readonly attempt: Attempt;
  /** What is told of the request. */
  readonly log: RequestLog;
}

/**
 * Gives an answer to the client. From here on there is no way back: what fails now, fails for the client.
 *
 * @param result What the attempt came to.
 * @param delivery What it belongs to.
 */
export function deliver(
  result: Exclude<AttemptResult, { readonly type: "failed" }>,
  delivery: Delivery,
): HttpAnswer {
  const { core, call, lease, log } = delivery;
  const nowMs = core.clock.now();
  const { status, headers } = result.head;
  lease.commit(nowMs);
  lease.upstream.load.tookMs(log.attempted({ status }));
  keepSession(delivery, nowMs);
  log.answered();
  Object.assign(headers, log.headers());
  if (result.type === "whole") {
    finish(delivery, status, { outcome: "whole" });
    return { status, headers, body: result.body };
  }
  const body = clientBody({
    stream: result.stream,
    errorEvent: ({ kind, message }) => call.dialect.errorEvent({ code: kind, message }),
    stallMs: core.plan.limits.stallMs,
    keepaliveMs: lease.upstream.plan.keepaliveMs,
    clock: core.clock,
    alarms: core.alarms,
    onEnd: (end) => finish(delivery, status, blamed(end, call)),
  });
  return { status, headers, body };
}

/** A session stays where it was, also when another upstream helped out. */
function keepSession({ core: { sessions, fleet }, call, lease }: Delivery, nowMs: number): void {
  if (sessions === undefined || call.session === undefined) return;
  const before = sessions.find(call.session, nowMs);
  const [model] = fleet.modelsFor(call.facts.model);
  const stays = model?.upstreams.some(({ id }) => id === before) ?? false;
  sessions.bind(call.session, stays ? before! : lease.upstream.id, nowMs);
}

/** Some servers tell that a client left before they give its body up: the upstream then fails as it is let go of. */
function blamed(end: StreamEnd, { signal }: Call): StreamEnd {
  return end.outcome === "failed" && signal.aborted ? { outcome: "left" } : end;
}

function finish({ core, lease, attempt, log }: Delivery, status: number, end: StreamEnd): void {
  core.running.delete(attempt);
  if (end.outcome === "failed") lease.fail(end.failure, core.clock.now());
  else lease.end();
  attempt.close();
  log.ended(status, end.outcome, end.outcome === "failed" ? end.failure : undefined);
}
