import { systemClock } from "../../clock.ts";
import type { ProxyPlan } from "../config/plan.ts";
import { logLine } from "../ops/log_line.ts";
import type { ProxyEvent } from "../ops/proxy_event.ts";
import { listen } from "../listen.ts";
import type { SharedState } from "../state/shared_state.ts";
import type { ServingProxy, StartOptions } from "./cli_io.ts";

/**
 * Starts a proxy that writes what happens.
 *
 * @param plan What it works by.
 * @param options How it is logged.
 * @throws If it cannot listen there; what, depends on the runtime.
 */
export async function startServing(
  plan: ProxyPlan,
  { log: format, write }: StartOptions,
): Promise<ServingProxy> {
  function log(event: ProxyEvent): void {
    const line = format === "none" ? undefined : logLine(event, format, systemClock.now());
    if (line !== undefined) write(line);
  }
  const proxy = await listen(plan, { log, state: await stateOf(plan) });
  return {
    url: proxy.url,
    reload: (next) => proxy.configure(next),
    stop: (now) => proxy.drain(now),
  };
}

async function stateOf({ redis }: ProxyPlan): Promise<SharedState | undefined> {
  if (redis === undefined) return undefined;
  const { redisState } = await import("../state/redis/redis_state.ts");
  return redisState(redis);
}
