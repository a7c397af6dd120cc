import { atPointer } from "../../at_pointer.ts";
import { isObject } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import { schemasWithin } from "../schemas_within.ts";
import { refused } from "./field_check.ts";

/** What of a schema Anthropic does not promise, by the type it would hold for. */
const UNSUPPORTED: Readonly<Record<string, readonly string[]>> = {
  array: ["contains", "maxContains", "maxItems", "minContains", "uniqueItems"],
  integer: ["exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum", "multipleOf"],
  number: ["exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum", "multipleOf"],
  object: ["maxProperties", "minProperties", "patternProperties", "propertyNames"],
  string: ["maxLength", "minLength"],
};

/**
 * Requires a schema that Anthropic can promise to keep to: of output in a form, or of a tool that is strict.
 *
 * @param schema The schema.
 * @param path Where it stands.
 */
export function requireStrictForm(schema: JsonObject, path: string): void {
  const read = new Set<unknown>();
  const open: JsonObject[] = [schema];
  while (open.length > 0) {
    const part = open.pop()!;
    if (read.has(part)) continue;
    read.add(part);
    requireSupported(part, path);
    open.push(...partsOf(part));
  }
  if (isRecursive(schema)) throw refused(path, "Recursive schemas are not supported");
}

function requireSupported(schema: JsonObject, path: string): void {
  if (Array.isArray(schema.oneOf)) throw refused(path, "Schema type 'oneOf' is not supported");
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  for (const type of types) {
    if (typeof type !== "string" || !Object.hasOwn(UNSUPPORTED, type)) continue;
    const found = UNSUPPORTED[type]!.filter((name) => schema[name] !== undefined);
    const what = found.length === 1
      ? `property '${found[0]}' is`
      : `properties ${found.join(", ")} are`;
    if (found.length > 0) throw refused(path, `For '${type}' type, ${what} not supported`);
  }
  if (types.includes("object")) requireClosed(schema.additionalProperties, path);
  const { minItems } = schema;
  if (!types.includes("array") || minItems === undefined || minItems === 0 || minItems === 1) {
    return;
  }
  throw refused(path, "For 'array' type, 'minItems' values other than 0 or 1 are not supported");
}

function requireClosed(additional: unknown, path: string): void {
  if (additional === false) return;
  throw refused(
    path,
    additional === undefined
      ? "For 'object' type, 'additionalProperties' must be explicitly set to false"
      : `For 'object' type, 'additionalProperties: ${
        JSON.stringify(additional)
      }' is not supported. Please set 'additionalProperties' to false`,
  );
}

function partsOf(schema: JsonObject): JsonObject[] {
  return Array.from(schemasWithin(schema), ({ schema: part }) => part);
}

/** Tells whether a schema comes back to itself. References may be many, so that they are not descended into. */
function isRecursive(root: JsonObject): boolean {
  const done = new Set<JsonObject>();
  const open = new Set<JsonObject>([root]);
  const way = [{ schema: root, parts: usedParts(root, root) }];
  while (way.length > 0) {
    const { schema, parts } = way.at(-1)!;
    const part = parts.pop();
    if (part === undefined) {
      open.delete(schema);
      done.add(schema);
      way.pop();
    } else if (open.has(part)) return true;
    else if (!done.has(part)) {
      open.add(part);
      way.push({ schema: part, parts: usedParts(part, root) });
    }
  }
  return false;
}

/** What is only defined is used where something refers to it. */
function usedParts({ $defs: _, definitions: __, ...schema }: JsonObject, root: JsonObject) {
  const referred = typeof schema.$ref === "string" ? atPointer(root, schema.$ref) : undefined;
  return [...partsOf(schema), ...(isObject(referred) ? [referred] : [])];
}
