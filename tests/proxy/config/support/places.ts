import { CONFIG_SCHEMA } from "../../../../src/proxy/config/config_schema.ts";
import type { SchemaNode } from "../../../../src/proxy/config/schema_node.ts";

/** A place in a value. */
export type Place = readonly (string | number)[];

/** Every place in a JSON value, itself first. */
export function placesIn(value: unknown, path: Place = []): readonly Place[] {
  if (typeof value !== "object" || value === null) return [path];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [path, ...entries.flatMap(([name, inner]) => placesIn(inner, [...path, name]))];
}

/** Every member that the schema names in one place; upstreams stand in two. */
export const NAMES: readonly (readonly [string, SchemaNode])[] = namesIn(CONFIG_SCHEMA)
  .filter(([path]) => !path.startsWith("models.*[]"));

/** Every member that a schema names, with `*` for names of the user's own and `[]` for items. */
function namesIn(node: SchemaNode, path = ""): readonly (readonly [string, SchemaNode])[] {
  const { properties = {}, additionalProperties, items, anyOf = [] } = node;
  const inner = Object.entries(properties).flatMap(([name, member]) => {
    const at = path === "" ? name : `${path}.${name}`;
    return [[at, member] as const, ...namesIn(member, at)];
  });
  const rest = typeof additionalProperties === "object"
    ? namesIn(additionalProperties, `${path}.*`)
    : [];
  return [
    ...inner,
    ...rest,
    ...(items ? namesIn(items, `${path}[]`) : []),
    ...anyOf.flatMap((kind) => namesIn(kind, path)),
  ];
}
