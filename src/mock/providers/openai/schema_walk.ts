import type { JsonObject } from "../../../wire/json.ts";
import { schemasWithin } from "../schemas_within.ts";

/**
 * Finds what first is wrong in a schema or in one within it; `undefined` if nothing is.
 *
 * @param schema The schema.
 * @param faultOf Tells what is wrong with one schema by itself.
 * @param context Where it stands. @default {[]}
 * @returns What is wrong, after its place in OpenAI's words.
 */
export function firstSchemaFault(
  schema: JsonObject,
  faultOf: (schema: JsonObject) => string | undefined,
  context: readonly string[] = [],
): string | undefined {
  const own = faultOf(schema);
  if (own !== undefined) return `In context=${pythonTuple(context)}, ${own}`;
  for (const { schema: within, path } of schemasWithin(schema)) {
    const fault = firstSchemaFault(within, faultOf, [...context, ...path]);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** OpenAI tells the place as Python writes a tuple. */
function pythonTuple(items: readonly string[]): string {
  const quoted = items.map((item) => `'${item}'`);
  return quoted.length === 1 ? `(${quoted[0]},)` : `(${quoted.join(", ")})`;
}
