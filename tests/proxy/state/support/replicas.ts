/**
 * Proxies that share their state, in front of upstreams that do what a test says.
 *
 * @module
 */
import type { ProxyConfig } from "../../../../src/proxy/config/proxy_config.ts";
import { readConfig } from "../../../../src/proxy/config/read_config.ts";
import { PlannedProxy, type ProxyDeps } from "../../../../src/proxy/create_proxy.ts";
import type { ProxyEvent } from "../../../../src/proxy/ops/proxy_event.ts";
import {
  redisState,
  type RedisStateOptions,
} from "../../../../src/proxy/state/redis/redis_state.ts";
import { REDIS_URL } from "./redis_url.ts";

/** The plain answer of an upstream. */
export const OK = (): Response =>
  Response.json({ choices: [{ message: { content: "Hi" }, finish_reason: "stop" }] });

/** What upstreams do; `undefined` for a plain answer. */
export type Upstreams = (host: string, signal: AbortSignal) => Promise<Response | undefined>;

/** One of several proxies. */
export interface Replica {
  readonly proxy: PlannedProxy;
  readonly events: readonly ProxyEvent[];
  /** Asks for a chat; gives the status, or whoever answered and after how many attempts. */
  ask(init?: RequestInit): Promise<string>;
  /** How long its upstream rests. */
  rest(scope: string): { readonly level: number; readonly restMs: number };
  [Symbol.asyncDispose](): Promise<void>;
}

/** Two upstreams of one model, of which both may rest. */
export const TWO: ProxyConfig = {
  providers: {
    u1: { url: "http://u1/v1", backoff: "PT15M" },
    u2: { url: "http://u2/v1", backoff: "PT15M" },
  },
  models: { m: ["u1/m", "u2/m"] },
  backoff_defaults: { jitter: 0, base: "30s" },
};

/** Makes one that shares through Redis. */
export function replica(
  { url = REDIS_URL, prefix, slotExpiryMs, timeoutMs = 5000 }: Partial<RedisStateOptions>,
  upstreams: Upstreams,
  config: ProxyConfig = TWO,
  deps: ProxyDeps = {},
): Replica {
  // A machine that is busy is no reason to give up waiting, unless that is what is tested.
  const state = redisState({ url, prefix, slotExpiryMs, timeoutMs });
  return lone(upstreams, config, { state, ...deps });
}

/** Makes one that shares as it is told. */
export function lone(upstreams: Upstreams, config: ProxyConfig, deps: ProxyDeps = {}): Replica {
  const events: ProxyEvent[] = [];
  const proxy = new PlannedProxy(readConfig(config), {
    fetch: async ({ host }, { signal }) => await upstreams(host, signal!) ?? OK(),
    log: (event) => void events.push(event),
    ...deps,
  });
  return {
    proxy,
    events,
    async ask(init = {}) {
      const body = JSON.stringify({ model: "m", messages: [] });
      const url = "http://proxy/v1/chat/completions";
      const response = await proxy.fetch(new Request(url, { method: "POST", body, ...init }));
      await response.body?.cancel();
      if (!response.ok) return String(response.status);
      const { headers } = response;
      return `${headers.get("x-proxy-upstream")} ${headers.get("x-proxy-attempts")}`;
    },
    rest(scope) {
      const last = events.findLast((event) => event.event === "rest" && event.scope === scope);
      const { level = 0, untilMs = 0 } = last?.event === "rest" ? last : {};
      return { level, restMs: Math.max(0, untilMs - Date.now()) };
    },
    [Symbol.asyncDispose]: () => proxy.close(),
  };
}

/** Waits until something holds; fails if it takes too long. Returns how long it took, in milliseconds. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  limitMs = 10_000,
): Promise<number> {
  const startMs = performance.now();
  while (!await isSo()) {
    if (performance.now() - startMs > limitMs) throw new Error(`Waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return performance.now() - startMs;
}
