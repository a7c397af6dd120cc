import type { JsonObject } from "../../../wire/json.ts";
import { firstSchemaFault } from "./schema_walk.ts";

/** What must not stand at the top of the schema of a function. */
const COMBINED: readonly string[] = ["oneOf", "anyOf", "allOf", "enum", "not"];

const TYPES: readonly unknown[] = [
  "object",
  "array",
  "string",
  "number",
  "integer",
  "boolean",
  "null",
];

/**
 * Tells what keeps a schema from being that of a function's parameters, in OpenAI's words; `undefined` if nothing does.
 *
 * @param schema The schema.
 */
export function functionSchemaFault(schema: JsonObject): string | undefined {
  if (schema.type !== "object") return notAnObject(schema);
  if (COMBINED.some((name) => name in schema)) {
    const words = COMBINED.map((name) => `'${name}'`).join("/");
    return `schema must have type 'object' and not have ${words} at the top level.`;
  }
  return firstSchemaFault(schema, (part) => ownFault(part, schema));
}

/**
 * Tells in OpenAI's words that a schema is not one of an object.
 *
 * @param schema The schema.
 */
export function notAnObject({ type }: JsonObject): string {
  const got = type === undefined ? "None" : JSON.stringify(type);
  return `schema must be a JSON Schema of 'type: "object"', got 'type: ${got}'.`;
}

function ownFault(schema: JsonObject, root: JsonObject): string | undefined {
  const { type, items, properties, required } = schema;
  const unknown = [type ?? []].flat().find((name) => !TYPES.includes(name));
  if (unknown !== undefined) {
    return `${JSON.stringify(unknown)} is not valid under any of the given schemas.`;
  }
  if (required !== undefined && !Array.isArray(required)) {
    return `${JSON.stringify(required)} is not of type 'array'.`;
  }
  if (schema === root && properties === undefined) return "object schema missing properties.";
  return type === "array" && items === undefined ? "array schema missing items." : undefined;
}
