import { arrayOf, isObject } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";

/** Where the schemas within a schema stand by name, and where in lists. */
const NAMED = ["properties", "$defs", "definitions"] as const;
const LISTED = ["anyOf", "prefixItems"] as const;

/**
 * Tells what keeps a schema from being used in strict mode, in OpenAI's words; `undefined` if nothing does.
 * In strict mode every object must close itself with `additionalProperties: false` and require all its
 * properties.
 *
 * @param schema The schema.
 */
export function strictFault(schema: JsonObject): string | undefined {
  if (schema.type !== "object") return notAnObject(schema);
  return faultWithin(schema, []);
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

function faultWithin(schema: unknown, context: readonly string[]): string | undefined {
  if (!isObject(schema)) return undefined;
  const own = isObject(schema.properties) || schema.type === "object"
    ? objectFault(schema, context)
    : undefined;
  if (own !== undefined) return own;
  for (const [within, path] of schemasWithin(schema)) {
    const fault = faultWithin(within, [...context, ...path]);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function objectFault(schema: JsonObject, context: readonly string[]): string | undefined {
  const place = `In context=${pythonTuple(context)}, `;
  if (schema.additionalProperties !== false) {
    return `${place}'additionalProperties' is required to be supplied and to be false.`;
  }
  const names = isObject(schema.properties) ? Object.keys(schema.properties) : [];
  const required = arrayOf(schema.required);
  const missing = names.find((name) => !required.includes(name));
  const extra = required.find((name) => typeof name !== "string" || !names.includes(name));
  const rule =
    `${place}'required' is required to be supplied and to be an array including every key in properties.`;
  if (missing !== undefined) return `${rule} Missing '${missing}'.`;
  return extra === undefined ? undefined : `${rule} Extra required key '${extra}' supplied.`;
}

function* schemasWithin(schema: JsonObject): Generator<[unknown, readonly string[]]> {
  for (const member of NAMED) {
    const group = schema[member];
    if (!isObject(group)) continue;
    for (const [name, within] of Object.entries(group)) yield [within, [member, name]];
  }
  for (const member of LISTED) {
    for (const [index, within] of arrayOf(schema[member]).entries()) {
      yield [within, [member, String(index)]];
    }
  }
  yield [schema.items, ["items"]];
}

/** OpenAI tells the place as Python writes a tuple. */
function pythonTuple(items: readonly string[]): string {
  const quoted = items.map((item) => `'${item}'`);
  return quoted.length === 1 ? `(${quoted[0]},)` : `(${quoted.join(", ")})`;
}
