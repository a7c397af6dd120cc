import { arrayOf, isObject } from "../../wire/json.ts";
import type { JsonObject } from "../../wire/json.ts";

/** Where the schemas within a schema stand by name, in lists, and alone. */
const NAMED = ["properties", "$defs", "definitions"] as const;
const LISTED = ["anyOf", "oneOf", "allOf", "prefixItems"] as const;
const ALONE = ["items", "additionalProperties"] as const;

/** A schema within another. */
export interface InnerSchema {
  /** The schema. */
  readonly schema: JsonObject;
  /** The members that lead to it. */
  readonly path: readonly string[];
}

/**
 * Gives the schemas that stand directly within a schema.
 *
 * @param outer The schema.
 */
export function* schemasWithin(outer: JsonObject): Generator<InnerSchema> {
  for (const member of NAMED) {
    const group = outer[member];
    if (!isObject(group)) continue;
    for (const [name, schema] of Object.entries(group)) {
      if (isObject(schema)) yield { schema, path: [member, name] };
    }
  }
  for (const member of LISTED) {
    for (const [index, schema] of arrayOf(outer[member]).entries()) {
      if (isObject(schema)) yield { schema, path: [member, String(index)] };
    }
  }
  for (const member of ALONE) {
    const schema = outer[member];
    if (isObject(schema)) yield { schema, path: [member] };
  }
}
