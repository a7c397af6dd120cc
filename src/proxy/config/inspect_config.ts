import { isObject } from "../../wire/json.ts";
import { checkShape } from "./check_shape.ts";
import { CONFIG_SCHEMA } from "./config_schema.ts";
import { type ConfigPath, type ConfigProblem, Problems } from "./config_problem.ts";
import type { ProxyPlan } from "./plan.ts";
import type { ProxyConfig } from "./proxy_config.ts";
import { ANY_MODEL, readModels } from "./read_models.ts";
import { readProvider } from "./read_provider.ts";
import { readRest } from "./read_rest.ts";
import { unlistedModel } from "./unlisted_model.ts";
import { withScheme } from "./with_scheme.ts";

/** What was found in a configuration. */
export interface InspectedConfig {
  /** What is wrong, all of it. */
  readonly problems: readonly ConfigProblem[];
  /** What the proxy works by; `undefined` if there is an error. */
  readonly plan: ProxyPlan | undefined;
}

/**
 * Reads and checks a configuration, all of it.
 *
 * @param config The configuration.
 */
export function inspectConfig(config: unknown): InspectedConfig {
  const problems = new Problems();
  const checked = checkShape(config, CONFIG_SCHEMA, [], (path, text, value) => {
    if (isBadCap(path, value)) problems.ignored(path, text);
    else problems.error(path, schemeText(path, value) ?? text);
  });
  if (checked === undefined) return { problems: problems.all, plan: undefined };
  const plan = planOf(checked as ProxyConfig, config as ProxyConfig, problems);
  const isWrong = problems.all.some(({ severity }) => severity === "error");
  const warnings = problems.all.map(({ severity, message }) =>
    severity === "ignored" ? `${message}: it is ignored` : message
  );
  return { problems: problems.all, plan: isWrong ? undefined : { ...plan, warnings } };
}

/** A cap that cannot be read is passed over: better a proxy that does not rest than none. */
function isBadCap(path: ConfigPath, value: unknown): boolean {
  if (path.at(-1) !== "backoff" || !["string", "number"].includes(typeof value)) return false;
  const isOfProvider = path.length === 3 && path[0] === "providers";
  return isOfProvider || (path[0] === "models" && typeof path.at(-2) === "number");
}

/** What is said of the URL of a provider that only lacks its beginning. */
function schemeText(path: ConfigPath, value: unknown): string | undefined {
  if (path.length !== 3 || path[0] !== "providers" || path[2] !== "url") return undefined;
  const meant = withScheme(value);
  return meant && `has no scheme: write ${meant}`;
}

type Unwarned = Omit<ProxyPlan, "warnings">;

/** @param given The configuration before its check, for the names that there are. */
function planOf(config: ProxyConfig, given: ProxyConfig, problems: Problems): Unwarned {
  const providers = new Map(
    Object.entries(config.providers ?? {}).map(([name, provider]) => [
      name,
      readProvider(name, provider, problems),
    ]),
  );
  const allowsUnlisted = config.allow_unlisted ?? false;
  const all = readModels(config.models ?? {}, {
    providers,
    providerNames: namesOf(given.providers),
    modelNames: namesOf(given.models),
    allowsUnlisted,
    problems,
  });
  const models = new Map([...all].filter(([name]) => name !== ANY_MODEL));
  if (namesOf(given.models).length === 0 && !allowsUnlisted) {
    problems.advice(
      ["models"],
      "has no model: unless 'allow_unlisted' is true, nothing can be asked for",
    );
  }
  return {
    ...readRest(config, problems),
    models,
    providers: new Map([...providers].map(([name, { plan }]) => [name, plan])),
    unlisted: unlistedModel(allowsUnlisted ? providers : undefined, all.get(ANY_MODEL)),
  };
}

/** The names of what may not be an object at all. */
function namesOf(value: unknown): readonly string[] {
  return isObject(value) ? Object.keys(value) : [];
}
