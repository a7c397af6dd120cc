import type { Clock } from "../clock.ts";
import type { Alarms } from "./time/alarms.ts";
import type { RetryBudget } from "./backoff/retry_budget.ts";
import type { ProxyPlan } from "./config/plan.ts";
import type { ProxyEvent } from "./ops/proxy_event.ts";
import type { Fleet } from "./routing/fleet.ts";
import type { Sessions } from "./routing/sessions.ts";
import type { RunningSet } from "./running_set.ts";
import type { Patience } from "./state/shared_state.ts";
import type { Transport } from "./transport/transport.ts";

/** What other proxies know. */
export interface Others {
  /** How long one request may wait for them; `undefined` if it need not. */
  patience(): Patience | undefined;
  /** How often a request went on without what they know. */
  readonly missed: number;
  /** Learns what serves a session, if it is not known here. */
  learn(session: string, patience: Patience): Promise<void>;
}

/** What every request is served with. */
export interface Core {
  /** The configuration now. */
  readonly plan: ProxyPlan;
  /** The upstreams. */
  readonly fleet: Fleet;
  /** The way to them. */
  readonly transport: Transport;
  /** Which upstream serves which session; `undefined` if sessions are not kept. */
  readonly sessions: Sessions | undefined;
  /** What other proxies know; `undefined` for a proxy alone. */
  readonly others?: Others | undefined;
  /** How many attempts more than requests there may be; `undefined` for any number. */
  readonly budget: RetryBudget | undefined;
  /** Where time comes from. */
  readonly clock: Clock;
  /** What wakes those who wait for long. */
  readonly alarms: Alarms;
  /** Gives a number from 0 to 1. */
  readonly random: () => number;
  /** The attempts that run, and the requests that wait for one. */
  readonly running: RunningSet;
  /** Told of all that happens. */
  readonly observe: (event: ProxyEvent) => void;
}
