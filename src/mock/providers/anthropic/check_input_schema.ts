import { isObject } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import { schemaFault } from "../../result/schema_fault.ts";
import { aDictionary, refused } from "./field_check.ts";
import type { FieldCheck } from "./field_check.ts";

const TYPES: ReadonlySet<unknown> = new Set([
  "array",
  "boolean",
  "integer",
  "null",
  "number",
  "object",
  "string",
]);

/** What must hold schemas: one, a list of them, or some by name. */
const ONE = ["items", "additionalProperties", "not", "if", "then", "else", "contains"] as const;
const LISTS = ["anyOf", "oneOf", "allOf", "prefixItems"] as const;
const NAMED = ["properties", "patternProperties", "$defs", "dependentSchemas"] as const;

/** Requires what `input_schema` may be. */
export const requireInputSchema: FieldCheck = (value, path, mode) => {
  aDictionary(value, path);
  const schema = value as JsonObject;
  if (schema.type === undefined) throw refused(`${path}.type`, "Field required");
  if (schema.type !== "object") throw refused(`${path}.type`, "Input should be 'object'");
  // Servers that take what Anthropic does not know take any schema.
  if (mode !== "accept" && !isSchema(schema)) {
    throw refused(
      path,
      "JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). Learn more about tool use at https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview.",
    );
  }
  if (["oneOf", "allOf", "anyOf"].some((name) => Object.hasOwn(schema, name))) {
    throw refused(path, "input_schema does not support oneOf, allOf, or anyOf at the top level");
  }
};

/**
 * Requires that the examples of a tool's input satisfy its schema.
 *
 * @param schema The schema, checked.
 * @param examples The examples.
 * @param path Where the tool stands.
 */
export function requireExamples(
  schema: JsonObject,
  examples: readonly unknown[],
  path: string,
): void {
  for (const [index, example] of examples.entries()) {
    const fault = schemaFault(schema, example);
    if (fault === undefined) continue;
    throw refused(`${path}.input_examples.${index}`, `does not match input_schema: ${fault}`);
  }
}

/** Tells whether a value is a JSON Schema, as far as its types and its parts go. */
function isSchema(value: unknown): boolean {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const schema = open.pop();
    if (typeof schema === "boolean") continue;
    if (!isObject(schema) || !hasKnownTypes(schema)) return false;
    const parts = partsOf(schema);
    if (parts === undefined) return false;
    open.push(...parts);
  }
  return true;
}

function hasKnownTypes({ type, required, enum: words }: JsonObject): boolean {
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type];
  if (!types.every((name) => TYPES.has(name))) return false;
  if (words !== undefined && !Array.isArray(words)) return false;
  return required === undefined ||
    (Array.isArray(required) && required.every((name) => typeof name === "string"));
}

/** Gives the schemas within a schema; `undefined` if something else stands in the place of some. */
function partsOf(schema: JsonObject): readonly unknown[] | undefined {
  const parts: unknown[] = ONE.map((name) => schema[name]).filter((part) => part !== undefined);
  for (const name of LISTS) {
    const list = schema[name];
    if (list === undefined) continue;
    if (!Array.isArray(list)) return undefined;
    parts.push(...list);
  }
  for (const name of NAMED) {
    const named = schema[name];
    if (named === undefined) continue;
    if (!isObject(named)) return undefined;
    parts.push(...Object.values(named));
  }
  return parts;
}
