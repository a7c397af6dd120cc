import type { ConfigPath, Problems } from "./config_problem.ts";
import type { ProviderPlan } from "./plan.ts";
import type { ProviderConfig } from "./provider_config.ts";
import { PROVIDER } from "./provider_schema.ts";
import { readSettings, readSlots, type SettingsLayer } from "./read_settings.ts";
import { Block } from "./read_values.ts";

/** Paths that the proxy adds by itself. Copied from a manual, they make every request miss. */
const ENDPOINT_REGEXP = /\/(chat\/completions|completions|embeddings|responses|messages)$/;

/** A provider, and what it says for its upstreams. */
export interface ReadProvider {
  /** The provider. */
  readonly plan: ProviderPlan;
  /** What it says for its upstreams. */
  readonly layer: SettingsLayer;
}

/**
 * Reads a provider.
 *
 * @param name Its name.
 * @param config What is said of it.
 * @param problems Is told of what is wrong.
 */
export function readProvider(
  name: string,
  config: ProviderConfig,
  problems: Problems,
): ReadProvider {
  const path = ["providers", name];
  const layer = { config, path, scopeId: `provider:${name}` };
  const keys = keysOf(config, path, problems);
  const block = new Block(PROVIDER, [{ value: config, path }], problems);
  // What is wrong in them is told at the provider also if it has no upstreams.
  readSettings([layer], problems);
  const plan = {
    name,
    url: urlOf(config.url, [...path, "url"], problems),
    keys,
    keyBackoffMs: block.ms("key_backoff"),
    auth: authOf(config, keys, path, problems),
    slots: readSlots(layer, problems),
  };
  return { plan, layer };
}

function keysOf(
  { key, keys }: ProviderConfig,
  path: ConfigPath,
  problems: Problems,
): readonly string[] {
  if (key !== undefined && keys !== undefined) {
    problems.error([...path, "key"], "stands beside 'keys': give one of them");
  }
  return [...(key === undefined ? [] : [key]), ...(keys ?? [])].filter((one) => one !== undefined);
}

function authOf(
  { auth, key, keys: listed }: ProviderConfig,
  keys: readonly string[],
  path: ConfigPath,
  problems: Problems,
): ProviderPlan["auth"] {
  const hasKeys = key !== undefined || listed !== undefined || problems.has([...path, "keys"]) ||
    problems.has([...path, "key"]);
  if (auth === "none" && hasKeys) {
    problems.error([...path, "auth"], "is none, but there is a key: leave one of them out");
  }
  if (auth !== undefined && auth !== "none" && !hasKeys) {
    problems.error([...path, "auth"], `is ${auth}, but there is no key: give 'key' or 'keys'`);
  }
  return auth ?? (keys.length > 0 ? "bearer" : "none");
}

function urlOf(text: string | undefined, path: ConfigPath, problems: Problems): string {
  // The check of the shape has told that it is missing, or none.
  if (text === undefined) return "http://127.0.0.1";
  if (!URL.canParse(text)) {
    problems.error(path, "is no URL: it must be such as https://api.deepseek.com/v1");
    return text;
  }
  const { href } = new URL(text);
  const url = href.replace(/\/+$/, "");
  const endpoint = ENDPOINT_REGEXP.exec(url)?.[0];
  if (endpoint !== undefined) {
    problems.error(path, `ends with ${endpoint}: leave that out, the proxy adds it`);
  }
  if (isBare(text)) {
    problems.advice(
      path,
      `has no path: most servers have this API under /v1, so it may have to be ${url}/v1; if it is right, write ${url}/`,
    );
  }
  return url;
}

/** Whether an address has no path at all. One slash is a path: whoever writes it means the root. */
function isBare(url: string): boolean {
  return /^[a-z]+:\/*[^/]*$/i.test(url);
}
