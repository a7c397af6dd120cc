import { arrayOf, isObject, stringOf } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";

/**
 * Gives the JSON Schema that a request wants its answer to satisfy, in whichever way it says so.
 *
 * @param config The request's `generationConfig`, read by its type.
 */
export function wantedSchema(config: JsonObject): JsonObject | undefined {
  const { responseSchema } = config;
  const own = config.responseJsonSchema ?? config._responseJsonSchema;
  if (isObject(own)) return own;
  return isObject(responseSchema) ? jsonSchema(responseSchema) : undefined;
}

/** The members that JSON Schema has by the same name and with the same meaning. */
const SAME: readonly string[] = [
  "title",
  "description",
  "enum",
  "required",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "pattern",
  "default",
];

/**
 * Gives a schema in the form of OpenAPI as JSON Schema.
 *
 * @param schema The schema, read by its type.
 */
export function jsonSchema(schema: JsonObject): JsonObject {
  const { properties, items, anyOf, format, example } = schema;
  const same = SAME.filter((name) => schema[name] !== undefined).map((
    name,
  ) => [name, schema[name]]);
  return {
    ...typeOf(schema),
    ...Object.fromEntries(same),
    ...(schema.nullable === true && Array.isArray(schema.enum)
      ? { enum: [...schema.enum, null] }
      : {}),
    ...(typeof format === "string" && format !== "enum" ? { format } : {}),
    ...(isObject(items) ? { items: jsonSchema(items) } : {}),
    ...(isObject(properties) ? { properties: mapped(properties) } : {}),
    ...(Array.isArray(anyOf) ? { anyOf: options(schema) } : {}),
    ...(example === undefined ? {} : { examples: [example] }),
  };
}

function typeOf({ type, nullable }: JsonObject): JsonObject {
  const word = stringOf(type).toLowerCase();
  if (word === "" || word === "type_unspecified") return {};
  return { type: nullable === true && word !== "null" ? [word, "null"] : word };
}

function options({ anyOf, nullable, type }: JsonObject): readonly JsonObject[] {
  const all = arrayOf(anyOf).map((option) => jsonSchema(option as JsonObject));
  return nullable === true && type === undefined ? [...all, { type: "null" }] : all;
}

function mapped(properties: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [name, jsonSchema(member as JsonObject)]),
  );
}
