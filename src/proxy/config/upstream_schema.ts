import { COUNT, DURATION, DURATION_OR_NULL, HEADER_NAME, SWITCH, TEXT } from "./common_schemas.ts";
import type {
  HeadersConfig,
  QueueConfig,
  ThinkTagsConfig,
  TimeoutsConfig,
  UpstreamSettingsConfig,
} from "./provider_config.ts";
import type { ObjectNode, PropertiesOf, SchemaNode } from "./schema_node.ts";

const MODE: SchemaNode = { title: "a mode", type: "string", enum: ["off", "split", "strip"] };

const QUEUE: ObjectNode<QueueConfig> = {
  title: "an object",
  description: "How many more requests may wait for their turn. Needs `max_concurrent` beside it.",
  type: "object",
  additionalProperties: false,
  properties: {
    max: {
      description: "How many wait at most. One more gets the answer that all are busy.",
      title: "a whole number of 0 or more",
      type: "integer",
      minimum: 0,
      maximum: 1_000_000_000,
      default: 100,
    },
    timeout: {
      ...DURATION,
      description: "How long a request waits at most; what it has waited elsewhere counts.",
      default: "30s",
    },
  },
};

const TIMEOUTS: ObjectNode<TimeoutsConfig> = {
  title: "an object",
  description: "How long the parts of an attempt may take.",
  type: "object",
  additionalProperties: false,
  properties: {
    connect: { ...DURATION, description: "To be connected.", default: "10s" },
    ttft: {
      ...DURATION,
      description: "From the request to the first real output of a stream. " +
        "The last upstream that is left has the whole of `total` instead.",
      default: "2m",
    },
    idle: {
      ...DURATION,
      description: "From one sign of life of a stream to the next, comments included.",
      default: "90s",
    },
    total: { ...DURATION, description: "The whole attempt.", default: "30m" },
    grace: {
      ...DURATION,
      description:
        "From the finish of a stream to its end, so that the count of tokens can come. " +
        "Comments do not lengthen it.",
      default: "5s",
    },
  },
};

const THINK_TAGS: ObjectNode<ThinkTagsConfig> = {
  type: "object",
  additionalProperties: false,
  properties: {
    mode: {
      ...MODE,
      description:
        "`off` leaves answers as they are, `split` moves thoughts to a member of their own, " +
        "`strip` throws them away.",
      default: "split",
    },
    names: {
      title: "a list of names of tags",
      description: "The names of the tags, without angle brackets.",
      type: "array",
      items: {
        title: "the name of a tag, without angle brackets",
        type: "string",
        pattern: "^[A-Za-z][A-Za-z0-9_:.-]*$",
      },
      minItems: 1,
      uniqueItems: true,
      default: ["think"],
    },
    starts_inside: {
      ...SWITCH,
      description:
        "Whether answers begin within a thought, as the opening tag stood in the prompt.",
      default: false,
    },
    only_at_start: {
      ...SWITCH,
      description: "Whether an opening tag counts only where no text came before it.",
      default: false,
    },
    loose: {
      ...SWITCH,
      description:
        "Whether tags count in capitals as well, and with white space or attributes behind " +
        "their names.",
      default: false,
    },
    trim_after: {
      ...SWITCH,
      description: "Whether white space after a closing tag is dropped.",
      default: false,
    },
    field: {
      ...TEXT,
      description: "The member that split thoughts go to.",
      default: "reasoning_content",
    },
  },
};

const HEADERS: ObjectNode<HeadersConfig> = {
  title: "an object",
  description: "What is done to the headers of requests.",
  type: "object",
  additionalProperties: false,
  properties: {
    set: {
      title: "an object of texts",
      description: "Headers that are set, whatever the client sent.",
      type: "object",
      propertyNames: HEADER_NAME,
      additionalProperties: {
        title: "a text on one line",
        type: "string",
        pattern: "^[\\t\\x20-\\x7e\\x80-\\xff]*$",
        writeOnly: true,
      },
    },
    remove: {
      title: "a list of names of headers",
      description: "Headers of the client that are not passed on.",
      type: "array",
      items: HEADER_NAME,
    },
    forward: {
      title: "a list of names of headers",
      description: "Headers of the client that are passed on, beside those that always are.",
      type: "array",
      items: HEADER_NAME,
    },
  },
};

/** What can be said of a provider for all its upstreams, and of an upstream for itself. */
export const UPSTREAM_SETTINGS: PropertiesOf<UpstreamSettingsConfig> = {
  backoff: {
    ...DURATION_OR_NULL,
    description:
      "The longest rest after failures, which begin with 1 s and double. At a provider " +
      "one failure rests all its upstreams, at an upstream that one alone. Without it, it never " +
      "rests.",
    default: null,
    examples: ["PT15M", "1d"],
  },
  max_concurrent: {
    title: `${COUNT.title}, or null`,
    description:
      "How many requests may run at once. The provider's and the upstream's both hold. " +
      "Without it, any number.",
    anyOf: [COUNT, { type: "null" }],
    default: null,
  },
  queue: QUEUE,
  timeouts: TIMEOUTS,
  reasoning_field: {
    title: "a text, or null",
    description:
      "The member that assistant messages with tool calls must have their reasoning in. It is " +
      "filled from the members that other dialects use, never overwritten.",
    anyOf: [TEXT, { type: "null" }],
    default: null,
    examples: ["reasoning_content"],
  },
  reasoning_empty_ok: {
    ...SWITCH,
    description: "Whether that member becomes an empty text where there is no reasoning.",
    default: false,
  },
  drop_fields: {
    title: "a list of texts",
    description: "Members of messages that are dropped, as the provider refuses them.",
    type: "array",
    items: TEXT,
    uniqueItems: true,
    default: [],
  },
  think_tags: {
    title: '"off", "split", "strip" or an object',
    description:
      "What is done to thoughts between tags such as `<think>` in the text of answers: " +
      "a mode, or the whole of it.",
    anyOf: [MODE, THINK_TAGS],
    default: "off",
  },
  patch: {
    title: "an object of JSON values",
    description:
      "Merged into the bodies of requests by RFC 7396: `null` removes a member. The provider's " +
      "is merged first, then the upstream's. Whether to stream is for the client to say.",
    type: "object",
    propertyNames: {
      title: "a member other than stream, which is for the client to say",
      type: "string",
      pattern: "^(?!stream$)",
    },
    additionalProperties: true,
    default: {},
  },
  headers: HEADERS,
  allow_empty: {
    ...SWITCH,
    description: "Whether an answer that says nothing at all counts as one. If not, the next " +
      "upstream is tried.",
    default: false,
  },
  on_400: {
    title: "a word",
    description: "What a 400 does: `return` gives it to the client, `failover` tries the next " +
      "upstream.",
    type: "string",
    enum: ["return", "failover"],
    default: "return",
  },
  keepalive: {
    ...DURATION_OR_NULL,
    description: "After which silence a comment is sent to the client of a stream. Some clients " +
      "cannot read comments, so none is sent without it. A failure after it can only be told " +
      "within the stream.",
    default: null,
  },
};
