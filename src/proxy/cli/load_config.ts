import {
  type ConfigPath,
  type ConfigProblem,
  pathText,
  Problems,
} from "../config/config_problem.ts";
import { inspectConfig } from "../config/inspect_config.ts";
import { type Env, interpolateEnv } from "../config/interpolate_env.ts";
import type { ProxyPlan } from "../config/plan.ts";
import type { ProxyConfig } from "../config/proxy_config.ts";
import { readListen } from "../config/read_listen.ts";
import { isObject } from "../../wire/json.ts";
import type { Flags } from "./flags.ts";
import { parseConfigText } from "./parse_config_text.ts";
import { schemaProblems } from "./schema_problems.ts";

/** A configuration that was read. */
export interface LoadedConfig {
  /** What it says, with variables and flags in place. */
  readonly config: ProxyConfig;
  /** What the proxy works by; `undefined` if there is an error. */
  readonly plan: ProxyPlan | undefined;
  /** All that is wrong with it. */
  readonly problems: readonly ConfigProblem[];
}

/** What a configuration is read with. */
export interface LoadContext {
  /** Gives variables of the environment. */
  readonly env: Env;
  /** What the command line says in place of it. */
  readonly flags: Pick<Flags, "host" | "port">;
}

/**
 * Reads the text of a configuration.
 *
 * @param text The text.
 * @param file The name of its file.
 * @param context What it is read with.
 * @throws {ConfigError} If it cannot be parsed.
 */
export async function loadText(
  text: string,
  file: string,
  context: LoadContext,
): Promise<LoadedConfig> {
  return await loadValue(await parseConfigText(text, file), context);
}

/**
 * Reads a configuration that is parsed.
 *
 * @param value The configuration.
 * @param context What it is read with.
 */
export async function loadValue(value: unknown, context: LoadContext): Promise<LoadedConfig> {
  const problems = new Problems();
  const interpolated = interpolateEnv(value, context.env, problems);
  const config = withAddress(interpolated, context.flags);
  const inspected = inspectConfig(config);
  const found = [...problems.all];
  for (const problem of inspected.problems) {
    // A variable that is not set leaves an empty text, of which nothing more is to be said.
    if (!found.some(({ path }) => isSame(path, problem.path))) found.push(problem);
  }
  for (const { path, text } of await schemaProblems(config)) {
    if (found.some((problem) => isWithin(problem.path, path) || isWithin(path, problem.path))) {
      continue;
    }
    found.push({ severity: "error", path, message: `${pathText(path)} ${text}` });
  }
  const isWrong = found.some(({ severity }) => severity === "error");
  return {
    config: config as ProxyConfig,
    plan: isWrong ? undefined : inspected.plan,
    problems: found,
  };
}

/** The flags come before the configuration, one by one. */
function withAddress(config: unknown, { host, port }: LoadContext["flags"]): unknown {
  if (!isObject(config) || (host === undefined && port === undefined)) return config;
  const { listen } = config;
  const isRight = typeof listen === "string" || typeof listen === "number";
  const configured = readListen(isRight ? listen : undefined, ["listen"], new Problems());
  const hostname = host ?? configured.hostname;
  const shown = hostname.includes(":") ? `[${hostname.replace(/^\[|\]$/g, "")}]` : hostname;
  return { ...config, listen: `${shown}:${port ?? configured.port}` };
}

function isSame(one: ConfigPath, other: ConfigPath): boolean {
  return one.length === other.length && isWithin(one, other);
}

function isWithin(inner: ConfigPath, outer: ConfigPath): boolean {
  return outer.every((part, index) => part === inner[index]);
}
