import { MockGPT, type MockGptOptions } from "../../../../mock.ts";
import { type ProxyConfig, startProxy } from "../../../../proxy.ts";

/** Rules of one upstream. */
export type Rules = NonNullable<MockGptOptions["rules"]>;

/** A proxy on a port, and what stands behind it. */
export interface ProxiedMocks extends AsyncDisposable {
  /** The address of the proxy. */
  readonly url: string;
  /** The upstreams, in the order in which they are asked. */
  readonly mocks: readonly MockGPT[];
}

/**
 * Starts a proxy in front of upstreams on ports, which are asked in order for every model.
 *
 * @param upstreams The rules of each.
 * @param config More of its configuration.
 */
export async function proxiedMocks(
  upstreams: readonly Rules[],
  config: Partial<ProxyConfig> = {},
): Promise<ProxiedMocks> {
  const mocks = upstreams.map((rules) => new MockGPT({ rules }));
  const servers = await Promise.all(mocks.map((mock) => mock.serve()));
  const names = servers.map((_, index) => `upstream${index}`);
  const proxy = await startProxy({
    listen: "127.0.0.1:0",
    providers: Object.fromEntries(
      servers.map(({ url }, index) => [names[index]!, { url: `${url}/v1` }]),
    ),
    models: { "*": names.map((name) => `${name}/*`) },
    ...config,
  });
  return {
    url: proxy.url,
    mocks,
    async [Symbol.asyncDispose]() {
      await proxy.close();
      for (const server of servers) await server.close();
    },
  };
}
