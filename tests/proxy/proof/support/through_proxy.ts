import type { AdapterEnv } from "../../../../mod.ts";
import { createProxy, type ProxyConfig, type ProxyDeps } from "../../../../proxy.ts";

/** What the proxy does to thoughts between tags. */
export const MODES = ["off", "split", "strip"] as const;

/** One of them. */
export type Mode = (typeof MODES)[number];

/** The wires that the proxy forwards. */
export const WIRES = ["openai-chat", "openai-responses", "anthropic-messages"] as const;

/** One of them. */
export type ProxyWire = (typeof WIRES)[number];

/**
 * Puts a proxy between an adapter and where its requests would go.
 *
 * @param wire What the adapter speaks.
 * @param env Where its requests would go.
 * @param mode What the proxy does to thoughts.
 * @param more More of the configuration of the provider.
 * @param deps What else the proxy works with.
 */
export function throughProxy(
  wire: ProxyWire,
  env: AdapterEnv,
  mode: Mode,
  more: Partial<ProxyConfig["providers"][string]> = {},
  deps: ProxyDeps = {},
): AdapterEnv {
  // The API of Anthropic has the version in its paths, not in its address.
  const isOpenAi = wire.startsWith("openai");
  const url = isOpenAi ? env.baseUrl : `${env.baseUrl}/v1`;
  const proxy = createProxy({
    providers: { behind: { url, think_tags: mode, ...more } },
    models: { "*": "behind/*" },
  }, { ...deps, fetch: env.fetch });
  return {
    baseUrl: isOpenAi ? "http://proxy/v1" : "http://proxy",
    fetch: (input, init) => proxy.fetch(new Request(input, init)),
  };
}
