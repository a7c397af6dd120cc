import { ConfigError } from "../../errors.ts";
import { inspectConfig } from "./inspect_config.ts";
import { literalVariables } from "./literal_variables.ts";
import type { ProxyPlan } from "./plan.ts";
import type { ProxyConfig } from "./proxy_config.ts";

/**
 * Reads a configuration as it stands: variables are put in by the program, before.
 *
 * A `backoff` that is no duration is passed over with a warning; everything else that is wrong is an error.
 *
 * @param config The configuration.
 * @returns What the proxy works by, with warnings of what was passed over or may be a slip.
 * @throws {ConfigError} If something is wrong with it; the message names all of it, with the paths.
 */
export function readConfig(config: ProxyConfig): ProxyPlan {
  const { plan, problems } = inspectConfig(config);
  const errors = plan === undefined
    ? problems.filter(({ severity }) => severity === "error").map(({ message }) => message)
    : literalVariables(config);
  if (plan === undefined || errors.length > 0) throw new ConfigError(errors.join("\n"));
  return plan;
}
