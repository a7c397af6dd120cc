import { BYTE_SIZE_PATTERN, MAX_BYTES } from "./byte_size.ts";
import { DURATION_PATTERN, MAX_DURATION_SECONDS } from "./duration.ts";
import type { SchemaNode } from "./schema_node.ts";

const DURATION_TITLE = 'a duration, as a number of seconds, "500ms", "30s", "1h30m" or "PT15M"';

const DURATION_TEXT: SchemaNode = { type: "string", pattern: DURATION_PATTERN };

/** A duration. */
export const DURATION: SchemaNode = {
  title: DURATION_TITLE,
  anyOf: [
    { type: "number", exclusiveMinimum: 0, maximum: MAX_DURATION_SECONDS },
    DURATION_TEXT,
  ],
};

/** A duration, or 0 for no time at all. */
export const DURATION_OR_ZERO: SchemaNode = {
  title: `${DURATION_TITLE}, or 0`,
  anyOf: [
    { type: "number", minimum: 0, maximum: MAX_DURATION_SECONDS },
    DURATION_TEXT,
  ],
};

/** A duration, or `null` for none. */
export const DURATION_OR_NULL: SchemaNode = {
  title: `${DURATION_TITLE}, or null`,
  anyOf: [...DURATION.anyOf!, { type: "null" }],
};

/** A size. */
export const BYTE_SIZE: SchemaNode = {
  title: 'a size, as a number of bytes, "64KiB" or "32MiB"',
  anyOf: [
    { type: "integer", minimum: 1, maximum: MAX_BYTES },
    { type: "string", pattern: BYTE_SIZE_PATTERN },
  ],
};

/** A text that says something. */
export const TEXT: SchemaNode = { title: "a text", type: "string", minLength: 1 };

/** What opens something: a text that fits into a header. */
export const SECRET: SchemaNode = {
  title: "a text of visible ASCII characters without spaces",
  type: "string",
  pattern: "^[\\x21-\\x7e]+$",
  writeOnly: true,
};

/** A list of secrets. */
export const SECRETS: SchemaNode = {
  title: "a list of texts",
  type: "array",
  items: SECRET,
  minItems: 1,
  uniqueItems: true,
  writeOnly: true,
};

/** The name of a header. */
export const HEADER_NAME: SchemaNode = {
  title: "the name of a header",
  type: "string",
  pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$",
};

/** A yes or no. */
export const SWITCH: SchemaNode = { title: "true or false", type: "boolean" };

/** How many there are, one at least. */
export const COUNT: SchemaNode = {
  title: "a whole number of 1 or more",
  type: "integer",
  minimum: 1,
  maximum: 1_000_000_000,
};
