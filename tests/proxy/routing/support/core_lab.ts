/**
 * What a proxy serves by, laid open, in front of scripted upstreams on one clock.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { Alarms } from "../../../../src/proxy/time/alarms.ts";
import { answerRequest } from "../../../../src/proxy/request/answer_request.ts";
import { RetryBudget } from "../../../../src/proxy/backoff/retry_budget.ts";
import { readConfig } from "../../../../src/proxy/config/read_config.ts";
import type { ProxyConfig } from "../../../../src/proxy/config/proxy_config.ts";
import type { Core } from "../../../../src/proxy/core.ts";
import { FetchedRequest } from "../../../../src/proxy/request/fetched_request.ts";
import type { ProxyEvent } from "../../../../src/proxy/ops/proxy_event.ts";
import { Fleet } from "../../../../src/proxy/routing/fleet.ts";
import { RunningSet } from "../../../../src/proxy/running_set.ts";
import { Sessions } from "../../../../src/proxy/routing/sessions.ts";
import { type Fetch, fetchTransport } from "../../../../src/proxy/transport/fetch_transport.ts";
import { toResponse } from "../../../../src/server/http_answer.ts";
import type { Clock } from "../../../../src/clock.ts";

/** What requests are served with, and a way to ask. */
export interface CoreLab<C extends Clock = Clock> {
  readonly core: Core;
  readonly clock: C;
  readonly events: readonly ProxyEvent[];
  /** Asks for a chat of the model `m`; `stream` unless said otherwise. */
  ask(body?: Record<string, unknown>, init?: RequestInit): Promise<Response>;
  /** Fails unless nothing runs, waits or is watched any more. */
  assertIdle(): void;
}

/** Sets one up. */
export function coreLab<C extends Clock>(config: ProxyConfig, fetch: Fetch, clock: C): CoreLab<C> {
  const plan = readConfig(config);
  const events: ProxyEvent[] = [];
  const random = () => 0.5;
  const core: Core = {
    plan,
    fleet: new Fleet(plan, random, clock.now()),
    transport: fetchTransport(fetch),
    sessions: plan.sessions && new Sessions(plan.sessions),
    budget: plan.retryBudget && new RetryBudget(plan.retryBudget),
    clock,
    random,
    running: new RunningSet(),
    alarms: new Alarms(clock),
    observe: (event) => void events.push(event),
  };
  return {
    core,
    clock,
    events,
    async ask(body = {}, init = {}) {
      const request = new Request("http://proxy/v1/chat/completions", {
        method: "POST",
        body: JSON.stringify({ model: "m", stream: true, messages: [], ...body }),
        ...init,
      });
      return toResponse(await answerRequest(new FetchedRequest(request), core));
    },
    assertIdle: () => assertIdle(core),
  };
}

/** Fails unless nothing of a proxy runs or waits any more. */
export function assertIdle({ running, fleet }: Core): void {
  const slots = [...fleet.slots.values()].map(({ id, taken, queued }) => ({ id, taken, queued }));
  assertEquals(slots, slots.map(({ id }) => ({ id, taken: 0, queued: 0 })));
  const upstreams = [...fleet.models.values()].flatMap((model) => model.upstreams);
  assertEquals(upstreams.map(({ load }) => load.inFlight), upstreams.map(() => 0));
  assertEquals(
    fleet.backoff.all().filter((scope) => scope.state().isProbed).map(({ id }) => id),
    [],
  );
  assertEquals(running.size, 0);
}
