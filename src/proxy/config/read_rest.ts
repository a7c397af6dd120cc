import { BACKOFF, DRAIN, LIMITS, REDIS, RETRY_BUDGET, SESSIONS } from "./block_schemas.ts";
import { CONFIG_SCHEMA } from "./config_schema.ts";
import type { Problems } from "./config_problem.ts";
import type { ProxyPlan } from "./plan.ts";
import type { ProxyConfig } from "./proxy_config.ts";
import { isLoopback, readListen } from "./read_listen.ts";
import { Block } from "./read_values.ts";
import type { SchemaNode } from "./schema_node.ts";

/** Everything but providers and models. */
type RestPlan = Omit<ProxyPlan, "models" | "providers" | "unlisted" | "warnings">;

/**
 * Reads everything but providers and models.
 *
 * @param config The configuration.
 * @param problems Is told of what is wrong.
 */
export function readRest(config: ProxyConfig, problems: Problems): RestPlan {
  const top = new Block(CONFIG_SCHEMA, [{ value: config, path: [] }], problems);
  const listen = readListen(config.listen, ["listen"], problems);
  const clientKeys = (config.client_keys ?? []).filter((key) => key !== undefined);
  if (config.client_keys === undefined && !isLoopback(listen.hostname)) {
    const text = `is ${listen.hostname}, and there are no 'client_keys': ` +
      "whoever reaches this address uses the providers at your cost";
    problems.advice(["listen"], text);
  }
  return {
    listen,
    clientKeys,
    adminKey: config.admin_key,
    limits: limitsOf(config, problems),
    backoff: backoffOf(config, problems),
    retryBudget: retryBudgetOf(config, problems),
    sessions: sessionsOf(config, problems),
    drain: drainOf(config, problems),
    maxRetryAfterMs: top.ms("max_retry_after"),
    redis: redisOf(config, problems),
    stateFile: config.state_file,
  };
}

/** The block of a name, whose one member that matters most may stand in its place. */
function blockOf(
  config: ProxyConfig,
  name: keyof ProxyConfig,
  node: SchemaNode,
  problems: Problems,
  short?: string,
): Block {
  const value = config[name];
  const block = typeof value === "object" || short === undefined ? value : { [short]: value };
  return new Block(node, [{ value: block as object | undefined, path: [name] }], problems);
}

function limitsOf(config: ProxyConfig, problems: Problems): ProxyPlan["limits"] {
  const limits = blockOf(config, "limits", LIMITS, problems);
  return {
    maxBodyBytes: limits.bytes("max_body"),
    maxHeaderBytes: limits.bytes("max_headers"),
    requestMs: limits.ms("request_timeout"),
    stallMs: limits.ms("stall_timeout"),
    maxAnswerBytes: limits.bytes("max_answer"),
    maxEventBytes: limits.bytes("max_event"),
  };
}

function backoffOf(config: ProxyConfig, problems: Problems): ProxyPlan["backoff"] {
  const backoff = blockOf(config, "backoff_defaults", BACKOFF, problems);
  return {
    baseMs: backoff.ms("base"),
    factor: backoff.get("factor"),
    jitter: backoff.get("jitter"),
    maxHintMs: backoff.ms("max_hint"),
    probeMs: backoff.ms("probe_timeout"),
  };
}

function retryBudgetOf(config: ProxyConfig, problems: Problems): ProxyPlan["retryBudget"] {
  const { retry_budget: value } = config;
  if (value === undefined || value === null) return undefined;
  const budget = blockOf(config, "retry_budget", RETRY_BUDGET, problems, "ratio");
  return { ratio: budget.get("ratio"), perSecond: budget.get("per_second") };
}

function sessionsOf(config: ProxyConfig, problems: Problems): ProxyPlan["sessions"] {
  const { sessions: value } = config;
  if (value === undefined || value === false) return undefined;
  const given = value === true ? { ...config, sessions: {} } : config;
  const sessions = blockOf(given, "sessions", SESSIONS, problems);
  return {
    header: sessions.get<string>("header").toLowerCase(),
    fromUser: sessions.get("from_user"),
    ttlMs: sessions.ms("ttl"),
    max: sessions.get("max"),
  };
}

function drainOf(config: ProxyConfig, problems: Problems): ProxyPlan["drain"] {
  const { drain: value } = config;
  const drain = value === undefined
    ? blockOf(config, "drain", DRAIN, problems)
    : blockOf(config, "drain", DRAIN, problems, "timeout");
  return { delayMs: drain.ms("delay"), timeoutMs: drain.ms("timeout") };
}

function redisOf(config: ProxyConfig, problems: Problems): ProxyPlan["redis"] {
  const { redis: value } = config;
  const url = typeof value === "object" ? value.url : value;
  if (url === undefined) return undefined;
  if (!URL.canParse(url)) {
    const path = typeof value === "object" ? ["redis", "url"] : ["redis"];
    problems.error(path, "is no URL: it must be such as redis://127.0.0.1:6379");
  }
  const redis = blockOf(config, "redis", REDIS, problems, "url");
  return { url, prefix: redis.get("prefix"), timeoutMs: redis.ms("timeout") };
}
