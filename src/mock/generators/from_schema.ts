import { isObject } from "../../wire/json.ts";
import type { JsonObject } from "../../wire/json.ts";
import type { ModelRequest } from "../request/model_request.ts";
import type { Generator } from "../rules/reply.ts";
import { recordOf } from "../options/shape.ts";
import { SchemaValue } from "./schema_value.ts";

/**
 * Answers with the smallest value that satisfies a JSON Schema; which of several, the mock's seed decides.
 *
 * @param schema The schema; by default the one that the request asks the answer to have.
 * @throws {TypeError} If it is no object.
 */
export function fromSchema(schema?: { readonly [key: string]: unknown }): Generator {
  if (schema !== undefined) recordOf(() => {})(schema, "schema");
  return (request, { random }) => {
    const wanted = schema ?? schemaIn(request);
    return { content: new SchemaValue(wanted, random).make() };
  };
}

function schemaIn({ response_format: format }: ModelRequest): JsonObject {
  const wrapper = isObject(format) && isObject(format.json_schema) ? format.json_schema : {};
  if (isObject(wrapper.schema)) return wrapper.schema;
  throw new TypeError(
    "Cannot make a value as the request asks for no JSON Schema: give one to generators.fromSchema()",
  );
}
