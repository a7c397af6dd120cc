import type { ProxyConfig } from "./config/proxy_config.ts";
import { readConfig } from "./config/read_config.ts";
import type { ProxyDeps } from "./create_proxy.ts";
import { listen } from "./listen.ts";

/** A proxy that listens. */
export interface StartedProxy {
  /** Its address, without a slash at the end. */
  readonly url: string;
  /**
   * Follows another configuration from now on. What rests goes on resting, requests that run keep to the old
   * configuration, and it listens where it did.
   *
   * @throws {ConfigError} If the configuration cannot be followed; then nothing changes.
   */
  reload(config: ProxyConfig): void;
  /**
   * Stops as `drain` of the configuration says: `/readyz` tells that it stops, after a while it takes no more requests,
   * and what then takes too long ends by an error.
   *
   * @param signal Ends all waiting.
   */
  drain(signal?: AbortSignal): Promise<void>;
  /** Stops at once: what runs ends by an error. */
  close(): Promise<void>;
  /** Closes it, so that `await using` does. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a proxy on a port, on Deno, Node and Bun. Besides the API it serves a status page, `/healthz`, `/readyz`,
 * `/metrics` and `/state`.
 *
 * @example A proxy in front of a provider
 * ```ts
 * import { startProxy } from "@wholeturn/wholeturn/proxy";
 * import { MockGPT } from "@wholeturn/wholeturn/mock";
 * import { assertEquals } from "@std/assert";
 *
 * await using provider = await new MockGPT({ rules: [{ result: "Hello" }] }).serve();
 * await using proxy = await startProxy({
 *   listen: "127.0.0.1:0", // a free port
 *   providers: { mock: { url: `${provider.url}/v1`, backoff: "PT15M" } },
 *   models: { chat: ["mock/gpt-5"] },
 * });
 * const response = await fetch(`${proxy.url}/v1/chat/completions`, {
 *   method: "POST",
 *   body: JSON.stringify({ model: "chat", messages: [{ role: "user", content: "hi" }] }),
 * });
 * const answer = await response.json();
 * assertEquals(answer.choices[0].message.content, "Hello");
 * ```
 *
 * @param config How it works, and where it listens.
 * @param deps What it works with.
 * @throws {ConfigError} If the configuration cannot be followed. If it cannot listen there, what is thrown depends on
 * the runtime.
 * @throws {TypeError} If there is no such option in `deps`, or one is of the wrong kind.
 */
export async function startProxy(config: ProxyConfig, deps: ProxyDeps = {}): Promise<StartedProxy> {
  const proxy = await listen(readConfig(config), deps);
  const close = () => proxy.close();
  return {
    url: proxy.url,
    reload: (next) => proxy.configure(readConfig(next)),
    drain: (signal) => proxy.drain(signal),
    close,
    [Symbol.asyncDispose]: close,
  };
}
