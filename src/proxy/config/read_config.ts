import { ConfigError } from "../../errors.ts";
import { inspectConfig } from "./inspect_config.ts";
import type { ProxyPlan } from "./plan.ts";
import type { ProxyConfig } from "./proxy_config.ts";

/**
 * Reads a configuration.
 *
 * A `backoff` that is no duration is passed over with a warning; everything else that is wrong is an error.
 *
 * @param config The configuration.
 * @returns What the proxy works by, with warnings of what was passed over or may be a slip.
 * @throws {ConfigError} If something is wrong with it; the message names all of it, with the paths.
 */
export function readConfig(config: ProxyConfig): ProxyPlan {
  const { plan, problems } = inspectConfig(config);
  if (plan !== undefined) return plan;
  const errors = problems.filter(({ severity }) => severity === "error");
  throw new ConfigError(errors.map(({ message }) => message).join("\n"));
}
