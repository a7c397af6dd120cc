import { arrayOf, isObject } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";

/** Where the schemas within a schema stand by name, in lists, and alone. */
const NAMED = ["properties", "$defs", "definitions"] as const;
const LISTED = ["anyOf", "oneOf", "allOf", "prefixItems"] as const;
const ALONE = ["items", "additionalProperties"] as const;

/**
 * Finds what first is wrong in a schema or in one within it; `undefined` if nothing is.
 *
 * @param schema The schema.
 * @param faultOf Tells what is wrong with one schema by itself.
 * @returns What is wrong, after its place in OpenAI's words.
 */
export function firstSchemaFault(
  schema: JsonObject,
  faultOf: (schema: JsonObject) => string | undefined,
): string | undefined {
  return faultWithin(schema, [], faultOf);
}

function faultWithin(
  schema: unknown,
  context: readonly string[],
  faultOf: (schema: JsonObject) => string | undefined,
): string | undefined {
  if (!isObject(schema)) return undefined;
  const own = faultOf(schema);
  if (own !== undefined) return `In context=${pythonTuple(context)}, ${own}`;
  for (const [within, path] of schemasWithin(schema)) {
    const fault = faultWithin(within, [...context, ...path], faultOf);
    if (fault !== undefined) return fault;
  }
  return undefined;
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
  for (const member of ALONE) yield [schema[member], [member]];
}

/** OpenAI tells the place as Python writes a tuple. */
function pythonTuple(items: readonly string[]): string {
  const quoted = items.map((item) => `'${item}'`);
  return quoted.length === 1 ? `(${quoted[0]},)` : `(${quoted.join(", ")})`;
}
