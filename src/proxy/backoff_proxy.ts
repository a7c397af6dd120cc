import type { ProxyConfig } from "./config/proxy_config.ts";

/** A proxy that somebody else serves. */
export interface BackoffProxy {
  /** Answers a request. Bound, so that it can be given to whatever serves. */
  readonly fetch: (request: Request) => Promise<Response>;
  /**
   * Follows another configuration from now on; what rests goes on resting, and requests that run keep to the old one.
   *
   * @throws {ConfigError} If the configuration cannot be followed; then nothing changes.
   */
  reload(config: ProxyConfig): void;
  /** Says at `/readyz` that it is about to stop. Requests are served on. */
  drain(): void;
  /** Breaks off what still runs or waits, and closes the connections to the upstreams. Nothing is sent any more. */
  close(): Promise<void>;
}
