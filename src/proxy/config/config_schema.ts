import {
  BACKOFF,
  DRAIN,
  LIMITS,
  RATIO,
  REDIS,
  REDIS_URL,
  RETRY_BUDGET,
  SESSIONS,
} from "./block_schemas.ts";
import { DURATION, DURATION_OR_ZERO, SECRET, SECRETS, SWITCH, TEXT } from "./common_schemas.ts";
import { MODELS, PROVIDERS } from "./provider_schema.ts";
import type { ProxyConfig } from "./proxy_config.ts";
import type { ObjectNode } from "./schema_node.ts";

/** The configuration, as JSON Schema: what names there are, of what kind their values are, what is taken without them. */
export const CONFIG_SCHEMA: ObjectNode<ProxyConfig> = {
  title: "an object",
  description: "The configuration of the proxy.",
  type: "object",
  required: ["providers"],
  additionalProperties: false,
  properties: {
    $schema: {
      title: "a text",
      description: "The schema that an editor checks the file by. The proxy does not read it.",
      type: "string",
    },
    listen: {
      title: "a text such as 127.0.0.1:4000, or a port",
      description:
        "Where to listen: `host:port`, a host alone, or a port alone. `0.0.0.0` is every address " +
        "of the machine; set `client_keys` then.",
      anyOf: [
        { type: "integer", minimum: 0, maximum: 65_535 },
        { type: "string", minLength: 1 },
      ],
      default: "127.0.0.1:4000",
    },
    client_keys: {
      ...SECRETS,
      description: "The keys of which clients must send one, as `authorization: Bearer` or " +
        "`x-api-key`. Without any, whoever reaches the proxy may use it.",
    },
    admin_key: {
      ...SECRET,
      description:
        "What opens the administration from elsewhere than the same machine. Without it, " +
        "nothing does.",
    },
    providers: PROVIDERS,
    models: MODELS,
    allow_unlisted: {
      ...SWITCH,
      description: "Whether clients may ask for `provider/model` without its being listed.",
      default: false,
    },
    backoff_defaults: BACKOFF,
    retry_budget: {
      title: "a number from 0 to 100, an object, or null",
      description:
        "How many requests may be sent again because of failures: a share of those that " +
        "come in, or the whole of it. Without it, as many as `max_attempts` allows.",
      anyOf: [RATIO, RETRY_BUDGET, { type: "null" }],
      default: null,
    },
    sessions: {
      title: "true, false, or an object",
      description:
        "How clients are kept on the upstream that served them, as long as it does not " +
        "rest: `true` for the defaults, or the whole of it.",
      anyOf: [{ type: "boolean" }, SESSIONS],
      default: false,
    },
    limits: LIMITS,
    drain: {
      title: "a duration or an object",
      description: "How the proxy stops: how long running requests may take, or the whole of it.",
      anyOf: [...DURATION_OR_ZERO.anyOf!, DRAIN],
      default: "30s",
    },
    max_retry_after: {
      ...DURATION,
      description:
        "The longest `Retry-After` that clients are told, as some wait as long as they " +
        "are told. The true time is in the body.",
      default: "60s",
    },
    redis: {
      title: "a URL that begins with redis:// or rediss://, or an object",
      description:
        "The Redis server that several proxies share what rests through: its URL, or the " +
        "whole of it.",
      anyOf: [REDIS_URL, REDIS],
      writeOnly: true,
    },
    state_file: {
      ...TEXT,
      description: "The file that what rests is kept in over a restart.",
    },
  },
};
