/**
 * A proxy in front of scripted upstreams, in one process and on one clock.
 *
 * @module
 */
import { ManualClock } from "../../../src/testing/manual_clock.ts";
import { PlannedProxy } from "../../../src/proxy/create_proxy.ts";
import type { ProxyConfig } from "../../../src/proxy/config/proxy_config.ts";
import { readConfig } from "../../../src/proxy/config/read_config.ts";
import type { ProxyEvent } from "../../../src/proxy/ops/proxy_event.ts";
import { type REFUSED, type Script, ScriptedUpstreams } from "./scripted_upstream.ts";

/** A proxy and what stands around it. */
export interface Lab {
  readonly clock: ManualClock;
  readonly proxy: PlannedProxy;
  readonly upstreams: ScriptedUpstreams;
  readonly events: readonly ProxyEvent[];
  /** Asks for a chat; `stream` unless said otherwise. */
  ask(body?: Record<string, unknown>, init?: RequestInit): Promise<Response>;
}

/**
 * Sets one up: each host is a provider of that name and an upstream of the model `m`, in order.
 *
 * @param scripts What each upstream plays.
 * @param config Other parts of the configuration; `provider` and `model` are merged into each provider and the model.
 */
export function lab(
  scripts: Readonly<Record<string, readonly (Script | typeof REFUSED)[]>>,
  config: Partial<ProxyConfig> & {
    readonly provider?: Record<string, unknown>;
    readonly model?: Record<string, unknown>;
  } = {},
): Lab {
  const { provider, model, ...rest } = config;
  const clock = new ManualClock();
  const upstreams = new ScriptedUpstreams(scripts, clock);
  const events: ProxyEvent[] = [];
  const hosts = Object.keys(scripts);
  const plan = readConfig({
    providers: Object.fromEntries(hosts.map((host) => [
      host,
      { url: `http://${host}/v1`, backoff: "PT15M", ...provider },
    ])),
    models: { m: { upstreams: hosts.map((host) => `${host}/m`), ...model } },
    backoff_defaults: { jitter: 0 },
    ...rest,
  } as ProxyConfig);
  const { fetch } = upstreams;
  const proxy = new PlannedProxy(plan, {
    clock,
    random: () => 0.5,
    fetch,
    log: (event) => events.push(event),
  });
  return {
    clock,
    proxy,
    upstreams,
    events,
    ask: (body = {}, init = {}) =>
      proxy.fetch(
        new Request("http://proxy/v1/chat/completions", {
          method: "POST",
          body: JSON.stringify({
            model: "m",
            stream: true,
            messages: [{ role: "user", content: "Hi" }],
            ...body,
          }),
          ...init,
        }),
      ),
  };
}

/** How long each rest was that was set. */
export function rests({ events }: Pick<Lab, "events">): readonly number[] {
  return events.flatMap((event) => event.event === "rest" && event.level > 0 ? [event.restMs] : []);
}

/** What a client got of a body, and whether its transfer was whole. */
export async function received(
  response: Response,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const bytes of response.body ?? []) text += decoder.decode(bytes, { stream: true });
    return { text, isWhole: true };
  } catch {
    return { text, isWhole: false };
  }
}
