import { atPointer } from "../../at_pointer.ts";
import { arrayOf, isObject } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import { notAnObject } from "./function_schema.ts";
import { firstSchemaFault } from "./schema_walk.ts";

/** What strict mode does not know, of what JSON Schema has. */
const NOT_PERMITTED: readonly string[] = [
  "oneOf",
  "allOf",
  "not",
  "if",
  "then",
  "else",
  "default",
  "uniqueItems",
  "patternProperties",
  "propertyNames",
  "dependentRequired",
  "dependentSchemas",
];

const FORMATS: readonly string[] = [
  "date-time",
  "time",
  "date",
  "duration",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "uuid",
];

/** What a schema may say of a value in place of its type. */
const TYPED: readonly string[] = ["type", "anyOf", "enum", "const"];

/**
 * Tells what keeps a schema from being used in strict mode, in OpenAI's words; `undefined` if nothing does.
 * In strict mode every object must close itself with `additionalProperties: false` and require all its
 * properties, and a part of JSON Schema alone is known.
 *
 * @param schema The schema.
 */
export function strictFault(schema: JsonObject): string | undefined {
  if (schema.type !== "object") return notAnObject(schema);
  return firstSchemaFault(schema, (part) => ownFault(part, schema));
}

function ownFault(schema: JsonObject, root: JsonObject): string | undefined {
  const word = NOT_PERMITTED.find((name) => name in schema);
  if (word !== undefined) return `'${word}' is not permitted.`;
  if (typeof schema.$ref === "string") {
    return atPointer(root, schema.$ref) === undefined
      ? `reference to component '${schema.$ref}' which was not found in the schema.`
      : undefined;
  }
  if (!TYPED.some((name) => name in schema)) return "schema must have a 'type' key.";
  if (typeof schema.format === "string" && !FORMATS.includes(schema.format)) {
    return `'${schema.format}' is not a valid format.`;
  }
  if (schema.type === "array" && schema.items === undefined) return "array schema missing items.";
  return isObject(schema.properties) || schema.type === "object" ? objectFault(schema) : undefined;
}

function objectFault(schema: JsonObject): string | undefined {
  if (schema.additionalProperties !== false) {
    return "'additionalProperties' is required to be supplied and to be false.";
  }
  const names = isObject(schema.properties) ? Object.keys(schema.properties) : [];
  const required = arrayOf(schema.required);
  const missing = names.find((name) => !required.includes(name));
  const extra = required.find((name) => typeof name !== "string" || !names.includes(name));
  const rule =
    "'required' is required to be supplied and to be an array including every key in properties.";
  if (missing !== undefined) return `${rule} Missing '${missing}'.`;
  return extra === undefined ? undefined : `${rule} Extra required key '${extra}' supplied.`;
}
