import { testAccepted, testRefusals } from "../../../support/openai_refusals.ts";
import type { Refusal } from "../../../support/openai_refusals.ts";

function withTool(parameters: unknown, strict = false) {
  return { tools: [{ type: "function", function: { name: "f", strict, parameters } }] };
}

/** An object in strict mode, with one property. */
function closed(a: object, more: object = {}) {
  const object = {
    type: "object",
    properties: { a },
    required: ["a"],
    additionalProperties: false,
  };
  return { ...object, ...more };
}

/** Schemas of functions that OpenAI does not take, and what it says. */
const LOOSE: readonly (readonly [parameters: object, fault: string])[] = [
  [{ type: "object" }, "In context=(), object schema missing properties."],
  [
    { type: "object", properties: { paths: { type: "array" } } },
    "In context=('properties', 'paths'), array schema missing items.",
  ],
  [
    { type: "object", properties: { a: { anyOf: [{ type: "array" }] } } },
    "In context=('properties', 'a', 'anyOf', '0'), array schema missing items.",
  ],
  ...["oneOf", "anyOf", "allOf", "enum", "not"].map((name): readonly [object, string] => [
    { type: "object", properties: {}, [name]: [{}] },
    "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.",
  ]),
  [
    { type: "object", properties: { a: { type: "strng" } } },
    "In context=('properties', 'a'), \"strng\" is not valid under any of the given schemas.",
  ],
  [
    { type: "object", properties: { a: { type: "string", required: true } } },
    "In context=('properties', 'a'), true is not of type 'array'.",
  ],
];

/** Schemas that strict mode does not take. */
const STRICT: readonly (readonly [schema: object, fault: string])[] = [
  ...[
    { oneOf: [] },
    { allOf: [] },
    { not: {} },
    { type: "string", default: "x" },
    { type: "array", items: { type: "string" }, uniqueItems: true },
  ].map((a): readonly [object, string] => {
    const word = ["oneOf", "allOf", "not", "default", "uniqueItems"].find((name) => name in a);
    return [closed(a), `In context=('properties', 'a'), '${word}' is not permitted.`];
  }),
  [
    closed({ type: "string", format: "uri" }),
    "In context=('properties', 'a'), 'uri' is not a valid format.",
  ],
  [closed({}), "In context=('properties', 'a'), schema must have a 'type' key."],
  [closed({ type: "array" }), "In context=('properties', 'a'), array schema missing items."],
  [
    closed({ $ref: "#/$defs/b" }),
    "In context=('properties', 'a'), reference to component '#/$defs/b' which was not found in the schema.",
  ],
];

function refusalOf(parameters: object, fault: string, strict: boolean): Refusal {
  return [
    JSON.stringify(parameters),
    withTool(parameters, strict),
    `Invalid schema for function 'f': ${fault}`,
    "tools[0].function.parameters",
    "invalid_function_parameters",
  ];
}

function formatRefusal(schema: object, fault: string): Refusal {
  const wrapper = { name: "n", strict: true, schema };
  return [
    `${JSON.stringify(schema)} as a format`,
    { response_format: { type: "json_schema", json_schema: wrapper } },
    `Invalid schema for response_format 'n': ${fault}`,
    "response_format",
    null,
  ];
}

testRefusals([
  ...LOOSE.map(([schema, fault]) => refusalOf(schema, fault, false)),
  ...STRICT.map(([schema, fault]) => refusalOf(schema, fault, true)),
  ...STRICT.map(([schema, fault]) => formatRefusal(schema, fault)),
]);

const NODE = closed({ anyOf: [{ $ref: "#/$defs/node" }, { type: "null" }] });

testAccepted([
  ["a function without parameters", withTool({})],
  [
    "what only strict mode does not know",
    withTool({
      type: "object",
      properties: { a: { oneOf: [{ type: "string", format: "uri", default: "x" }, {}] } },
    }),
  ],
  ["strict formats and enumerations", withTool(closed({ type: "string", format: "date" }), true)],
  ["words in place of a type", withTool(closed({ enum: ["x", "y"] }), true)],
  ["a strict schema of itself", withTool({ ...NODE, $defs: { node: NODE } }, true)],
]);
