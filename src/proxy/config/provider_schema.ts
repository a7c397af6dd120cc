import { COUNT, DURATION, DURATION_OR_ZERO, SECRET, SECRETS } from "./common_schemas.ts";
import type { ModelConfig, UpstreamConfig } from "./model_config.ts";
import type { ProviderConfig } from "./provider_config.ts";
import type { ObjectNode, SchemaNode } from "./schema_node.ts";
import { UPSTREAM_SETTINGS } from "./upstream_schema.ts";

/** Names of providers stand before a slash, and in paths, logs and metrics. */
const PROVIDER_NAME: SchemaNode = {
  title: "a name of letters, digits, '.', '_' and '-' that begins with a letter or a digit",
  type: "string",
  pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$",
};

/** A provider. */
export const PROVIDER: ObjectNode<ProviderConfig> = {
  title: "an object",
  type: "object",
  required: ["url"],
  additionalProperties: false,
  properties: {
    url: {
      title: "an http or https URL without user, query and fragment",
      description:
        "Where its API begins: `http` or `https`, without user, query and fragment. Mostly it ends " +
        "with `/v1`; where the API is at the root, end it with `/`.",
      type: "string",
      pattern: "^[hH][tT][tT][pP][sS]?://[^\\s?#@]+$",
      examples: ["https://api.deepseek.com/v1", "http://127.0.0.1:8000/v1"],
      // Whoever writes a password into it must not find it in a log.
      writeOnly: true,
    },
    key: { ...SECRET, description: "Its key.", examples: ["${DEEPSEEK_API_KEY}"] },
    keys: {
      ...SECRETS,
      description:
        "Its keys, where it has several: they are used in turn, and one that is refused " +
        "or out of quota rests alone.",
    },
    auth: {
      title: "a word",
      description:
        "How the key is sent: as `authorization: Bearer`, in the header `x-api-key` or " +
        "`api-key`, or not at all. By itself `bearer` with a key, `none` without.",
      type: "string",
      enum: ["bearer", "x-api-key", "api-key", "none"],
    },
    key_backoff: {
      ...DURATION,
      description: "The longest rest of one of several keys.",
      default: "15m",
    },
    ...UPSTREAM_SETTINGS,
  },
};

/** The providers. */
export const PROVIDERS: SchemaNode = {
  title: "an object of providers, by name",
  description: "Who serves models, by a name of your own.",
  type: "object",
  minProperties: 1,
  propertyNames: PROVIDER_NAME,
  additionalProperties: PROVIDER,
};

const PAIR: SchemaNode = {
  title: "a text such as provider/model",
  type: "string",
  pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*/[^\\x00-\\x1f\\x7f]+$",
};

const MODEL_NAME: SchemaNode = {
  title: "the name of a model",
  type: "string",
  pattern: "^[^\\x00-\\x1f\\x7f]+$",
};

/** An upstream, in full. */
export const UPSTREAM: ObjectNode<UpstreamConfig> = {
  type: "object",
  required: ["provider"],
  additionalProperties: false,
  properties: {
    provider: { ...PROVIDER_NAME, description: "The provider, by its name in `providers`." },
    model: {
      ...MODEL_NAME,
      description: "The model's name there. By itself the one that clients ask for.",
    },
    weight: {
      title: "a number above 0",
      description: "Its share of the requests, with the strategies `weighted` and `least_busy`.",
      type: "number",
      exclusiveMinimum: 0,
      maximum: 1_000_000_000,
      default: 1,
    },
    ...UPSTREAM_SETTINGS,
  },
};

const UPSTREAMS: SchemaNode = {
  title: "a list of upstreams",
  description:
    "Where it is to be had, the first choice first: `provider/model`, or the whole of it.",
  type: "array",
  items: {
    title: "a text such as provider/model, or an object",
    anyOf: [PAIR, UPSTREAM],
  },
  minItems: 1,
};

/** A model, in full. */
export const MODEL: ObjectNode<ModelConfig> = {
  type: "object",
  required: ["upstreams"],
  additionalProperties: false,
  properties: {
    upstreams: UPSTREAMS,
    strategy: {
      title: "a word",
      description:
        "How the next upstream is chosen: in the order of the list, by `weight`, the one that " +
        "runs the fewest requests, or the one that was the fastest to its first output.",
      type: "string",
      enum: ["ordered", "weighted", "least_busy", "latency"],
      default: "ordered",
    },
    fallback: {
      title: "the name of a model, or a list of them",
      description: "The models to try in order when no upstream of this one answers.",
      anyOf: [MODEL_NAME, { type: "array", items: MODEL_NAME, uniqueItems: true }],
      default: [],
    },
    max_attempts: {
      ...COUNT,
      description:
        "How many upstreams one request may be sent to. By itself each upstream of the " +
        "model and of its fallbacks, once.",
    },
    max_wait: {
      ...DURATION_OR_ZERO,
      description:
        "How long a request may wait, when all upstreams rest, for the first that stops.",
      default: 0,
    },
  },
};

/** The models. */
export const MODELS: SchemaNode = {
  title: "an object of models, by name",
  description:
    "What clients may ask for, by the name they ask by: an upstream, a list of them, or the whole " +
    "of it. The name `*` is for every name that is not listed, and `*` as the model of an upstream " +
    "is the name that was asked for.",
  type: "object",
  propertyNames: MODEL_NAME,
  additionalProperties: {
    title: "an upstream such as provider/model, a list of upstreams, or an object",
    anyOf: [PAIR, UPSTREAMS, MODEL],
  },
  default: {},
};
