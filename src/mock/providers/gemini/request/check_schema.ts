import { arrayOf, isObject } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import type { AddFault } from "./add_fault.ts";

const TEXT_FORMATS: readonly unknown[] = [undefined, "", "enum", "date-time"];

/**
 * Checks a schema in the form of OpenAPI as Gemini does, those within it included.
 *
 * @param schema The schema, read by its type.
 * @param path Where it stands.
 * @param add Takes what is wrong.
 */
export function checkSchema(schema: JsonObject, path: string, add: AddFault): void {
  const { type, properties, items, required, anyOf, format } = schema;
  const members = isObject(properties) ? properties : {};
  if (type === "OBJECT" && Object.keys(members).length === 0) {
    add(`${path}.properties`, "should be non-empty for OBJECT type");
  }
  if (type === "ARRAY" && items === undefined) add(`${path}.items`, "missing field.");
  if (schema.enum !== undefined && type !== "STRING") {
    add(`${path}.enum`, "only allowed for STRING type");
  }
  if (type === "STRING" && !TEXT_FORMATS.includes(format)) {
    add(`${path}.format`, "only 'enum' and 'date-time' are supported for STRING type");
  }
  for (const [index, name] of arrayOf(required).entries()) {
    if (!Object.hasOwn(members, name as string)) {
      add(`${path}.required[${index}]`, "property is not defined");
    }
  }
  for (const [name, member] of Object.entries(members)) {
    checkSchema(member as JsonObject, `${path}.properties[${name}]`, add);
  }
  if (isObject(items)) checkSchema(items, `${path}.items`, add);
  for (const [index, option] of arrayOf(anyOf).entries()) {
    checkSchema(option as JsonObject, `${path}.any_of[${index}]`, add);
  }
}
