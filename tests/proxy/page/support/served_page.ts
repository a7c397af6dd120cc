import { listen, type ListeningProxy } from "../../../../src/proxy/listen.ts";
import { readConfig } from "../../../../src/proxy/config/read_config.ts";
import type { ProxyConfig } from "../../../../src/proxy/config/proxy_config.ts";
import { answer, type Script, ScriptedUpstreams } from "../../support/scripted_upstream.ts";
import { systemClock } from "../../../../src/clock.ts";

/** A proxy that listens, in front of scripted upstreams. */
export interface ServedPage {
  readonly proxy: ListeningProxy;
  /** Asks for an answer of a model, and gives its status. */
  ask(model?: string): Promise<number>;
}

/** Starts one; each host is a provider, and an upstream of the model `m`. */
export async function servedPage(
  scripts: Readonly<Record<string, readonly Script[]>>,
  config: Partial<ProxyConfig> = {},
): Promise<ServedPage> {
  const upstreams = new ScriptedUpstreams(scripts, systemClock);
  const hosts = Object.keys(scripts);
  const plan = readConfig({
    listen: "127.0.0.1:0",
    providers: Object.fromEntries(
      hosts.map((host) => [host, { url: `http://${host}/v1`, backoff: "P1D", max_concurrent: 8 }]),
    ),
    models: { m: hosts.map((host) => `${host}/model`) },
    ...config,
  });
  const proxy = await listen(plan, { fetch: upstreams.fetch });
  return {
    proxy,
    async ask(model = "m") {
      const messages = [{ role: "user", content: "A secret prompt" }];
      const body = JSON.stringify({ model, messages });
      const response = await fetch(`${proxy.url}/v1/chat/completions`, { method: "POST", body });
      await response.text();
      return response.status;
    },
  };
}

/** Upstreams that always answer. */
export function fine(count: number): Record<string, readonly Script[]> {
  const hosts = Array.from({ length: count }, (_, index) => `host-${index + 1}`);
  return Object.fromEntries(hosts.map((host) => [host, [answer("ok")]]));
}
