import {
  BYTE_SIZE,
  COUNT,
  DURATION,
  DURATION_OR_ZERO,
  HEADER_NAME,
  SWITCH,
  TEXT,
} from "./common_schemas.ts";
import type {
  BackoffConfig,
  DrainConfig,
  LimitsConfig,
  RedisConfig,
  RetryBudgetConfig,
  SessionsConfig,
} from "./proxy_config.ts";
import type { ObjectNode, SchemaNode } from "./schema_node.ts";

/** How upstreams rest. */
export const BACKOFF: ObjectNode<BackoffConfig> = {
  title: "an object",
  description: "How upstreams rest that have a `backoff`.",
  type: "object",
  additionalProperties: false,
  properties: {
    base: { ...DURATION, description: "The first rest.", default: "1s" },
    factor: {
      title: "a number from 1 to 10",
      description: "What each further rest is multiplied by.",
      type: "number",
      minimum: 1,
      maximum: 10,
      default: 2,
    },
    jitter: {
      title: "a number from 0 to 1",
      description: "Which part of a rest is drawn at random; with 0 rests are exactly 1, 2, 4 … s.",
      type: "number",
      minimum: 0,
      maximum: 1,
      default: 0.2,
    },
    max_hint: {
      ...DURATION,
      description: "The longest rest that a provider's own hint, such as `Retry-After`, may bring.",
      default: "1h",
    },
    probe_timeout: {
      ...DURATION,
      description: "After how long the one request that probes a rested upstream no longer keeps " +
        "others away, if it has told nothing.",
      default: "2m",
    },
  },
};

/** A share of the requests. */
export const RATIO: SchemaNode = {
  title: "a number from 0 to 100",
  type: "number",
  minimum: 0,
  maximum: 100,
};

/** How many requests may be sent again because of failures. */
export const RETRY_BUDGET: ObjectNode<RetryBudgetConfig> = {
  type: "object",
  additionalProperties: false,
  properties: {
    ratio: { ...RATIO, description: "How many for each request that comes in.", default: 0.2 },
    per_second: {
      title: "a number from 0 to 1000000",
      description: "How many a second besides.",
      type: "number",
      minimum: 0,
      maximum: 1_000_000,
      default: 10,
    },
  },
};

/** How clients are kept on an upstream. */
export const SESSIONS: ObjectNode<SessionsConfig> = {
  type: "object",
  additionalProperties: false,
  properties: {
    header: {
      ...HEADER_NAME,
      description: "The header of a request that names its session.",
      default: "x-session-id",
    },
    from_user: {
      ...SWITCH,
      description: "Whether the member `user` of the body names it where the header does not.",
      default: true,
    },
    ttl: {
      ...DURATION,
      description: "How long a session is remembered after its last request.",
      default: "1h",
    },
    max: {
      ...COUNT,
      description: "How many are remembered; the one unused longest is forgotten first.",
      default: 10_000,
    },
  },
};

/** What a client may send. */
export const LIMITS: ObjectNode<LimitsConfig> = {
  title: "an object",
  description: "What a client may send, and how long it may take.",
  type: "object",
  additionalProperties: false,
  properties: {
    max_body: {
      ...BYTE_SIZE,
      description: "The largest body of a request; a larger one gets 413.",
      default: "32MiB",
    },
    max_headers: {
      ...BYTE_SIZE,
      description: "The largest sum of the names and values of a request's headers; a larger one " +
        "gets 431.",
      default: "32KiB",
    },
    request_timeout: {
      ...DURATION,
      description: "How long a client may take to send its request.",
      default: "30s",
    },
    stall_timeout: {
      ...DURATION,
      description: "How long a client may leave a stream unread.",
      default: "60s",
    },
    max_answer: {
      ...BYTE_SIZE,
      description: "The largest answer of an upstream that is no stream.",
      default: "64MiB",
    },
    max_event: {
      ...BYTE_SIZE,
      description: "The largest event of a stream.",
      default: "8MiB",
    },
  },
};

/** How the proxy stops. */
export const DRAIN: ObjectNode<DrainConfig> = {
  type: "object",
  additionalProperties: false,
  properties: {
    delay: {
      ...DURATION_OR_ZERO,
      description: "How long requests are still taken while `/readyz` already says that it stops.",
      default: 0,
    },
    timeout: {
      ...DURATION_OR_ZERO,
      description: "How long running requests may take then; what is left ends with an error.",
      default: "30s",
    },
  },
};

/** Where a Redis server is. */
export const REDIS_URL: SchemaNode = {
  title: "a URL that begins with redis:// or rediss://",
  type: "string",
  pattern: "^rediss?://\\S+$",
  writeOnly: true,
};

/** A Redis server. */
export const REDIS: ObjectNode<RedisConfig> = {
  type: "object",
  required: ["url"],
  additionalProperties: false,
  properties: {
    url: { ...REDIS_URL, description: "Where it is, with user and password if it needs them." },
    prefix: {
      ...TEXT,
      description: "What the names of all keys begin with; proxies with the same one share.",
      default: "wholeturn:",
    },
    timeout: {
      ...DURATION,
      description:
        "How long a request may wait for it; then it goes on by what its own proxy knows.",
      default: "50ms",
    },
  },
};
