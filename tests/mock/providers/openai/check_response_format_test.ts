import { MISSING, testAccepted, testRefusals, VALUE } from "../../../support/openai_refusals.ts";
import type { Refusal } from "../../../support/openai_refusals.ts";

const CLOSED = {
  type: "object",
  properties: { a: { type: "string" } },
  required: ["a"],
  additionalProperties: false,
};

function format(schema: unknown, strict = true) {
  return {
    response_format: { type: "json_schema", json_schema: { name: "answer", strict, schema } },
  };
}

function strictTool(parameters: unknown) {
  return { tools: [{ type: "function", function: { name: "find", strict: true, parameters } }] };
}

const REFUSALS: readonly Refusal[] = [
  [
    "JSON mode without the word",
    { response_format: { type: "json_object" } },
    "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
    "messages",
    null,
  ],
  [
    "an unknown format",
    { response_format: { type: "xml" } },
    "Invalid value: 'xml'. Supported values are: 'json_object', 'json_schema', and 'text'.",
    "response_format.type",
    VALUE,
  ],
  [
    "a schema without a name",
    { response_format: { type: "json_schema", json_schema: {} } },
    "Missing required parameter: 'response_format.json_schema.name'.",
    "response_format.json_schema.name",
    MISSING,
  ],
  [
    "a strict schema that is open",
    format({ type: "object", properties: {} }),
    "Invalid schema for response_format 'answer': In context=(), 'additionalProperties' is required to be supplied and to be false.",
    "response_format",
    null,
  ],
  [
    "a strict schema with an optional property",
    format({ ...CLOSED, required: [] }),
    "Invalid schema for response_format 'answer': In context=(), 'required' is required to be supplied and to be an array including every key in properties. Missing 'a'.",
    "response_format",
    null,
  ],
  [
    "a strict schema that requires what it has not",
    format({ ...CLOSED, required: ["a", "b"] }),
    "Invalid schema for response_format 'answer': In context=(), 'required' is required to be supplied and to be an array including every key in properties. Extra required key 'b' supplied.",
    "response_format",
    null,
  ],
  [
    "a strict schema that is open within",
    format({ ...CLOSED, properties: { a: { type: "array", items: { type: "object" } } } }),
    "Invalid schema for response_format 'answer': In context=('properties', 'a', 'items'), 'additionalProperties' is required to be supplied and to be false.",
    "response_format",
    null,
  ],
  [
    "a schema of a text",
    format({ type: "string" }, false),
    `Invalid schema for response_format 'answer': schema must be a JSON Schema of 'type: "object"', got 'type: "string"'.`,
    "response_format",
    null,
  ],
  [
    "parameters that are a list's schema",
    { tools: [{ type: "function", function: { name: "f", parameters: { type: "array" } } }] },
    `Invalid schema for function 'f': schema must be a JSON Schema of 'type: "object"', got 'type: "array"'.`,
    "tools[0].function.parameters",
    "invalid_function_parameters",
  ],
  [
    "strict parameters that are open",
    strictTool({ type: "object" }),
    "Invalid schema for function 'find': In context=(), 'additionalProperties' is required to be supplied and to be false.",
    "tools[0].function.parameters",
    "invalid_function_parameters",
  ],
];

testRefusals(REFUSALS);

testAccepted([
  ["the word JSON in a part of a message", {
    messages: [{ role: "user", content: [{ type: "text", text: "As JSON." }] }],
    response_format: { type: "json_object" },
  }],
  ["a strict schema that is closed", format(CLOSED)],
]);
