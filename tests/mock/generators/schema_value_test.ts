import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { Ajv2020 } from "npm:ajv@8.17.1/dist/2020.js";
import { SchemaValue } from "../../../src/mock/generators/schema_value.ts";
import { randomRow } from "../../../src/mock/random.ts";
import { schemaFault } from "../../../src/mock/result/schema_fault.ts";
import type { JsonObject } from "../../../src/wire/json.ts";

const ajv = new Ajv2020({ strict: false, validateFormats: false });

const leaf: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record({ type: fc.constant("string"), minLength: fc.nat(9) }, { requiredKeys: ["type"] }),
  fc.constant({ type: "string", format: "date-time" }),
  fc.record({ type: fc.constant("integer"), minimum: fc.integer({ min: -9, max: 9 }) }),
  fc.record({ type: fc.constant("integer"), exclusiveMaximum: fc.integer({ min: -9, max: 9 }) }),
  fc.integer({ min: -9, max: 9 }).map((least) => ({
    type: "number",
    exclusiveMinimum: least,
    maximum: least + 0.25,
  })),
  fc.constant({ type: "boolean" }),
  fc.constant({ type: ["null", "string"] }),
  fc.record({ enum: fc.array(fc.jsonValue(), { minLength: 1, maxLength: 3 }) }),
  fc.record({ const: fc.jsonValue() }),
);

const { schema } = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ type: fc.constant("array"), items: tie("schema"), minItems: fc.nat(2) }),
    fc.dictionary(fc.constantFrom("a", "b", "c"), tie("schema")).map((properties) => ({
      type: "object",
      properties,
      required: Object.keys(properties),
      additionalProperties: false,
    })),
  ),
}));

Deno.test("SchemaValue.make() gives a value that Ajv accepts, for any schema it knows", () => {
  fc.assert(
    fc.property(schema, fc.nat(), (wanted, seed) => {
      const value = new SchemaValue(wanted, randomRow(seed)).make();
      assert(ajv.validate(wanted, value), JSON.stringify({ value, errors: ajv.errors }));
    }),
    { numRuns: 300 },
  );
});

const TREE = {
  $ref: "#/$defs/node",
  $defs: {
    node: {
      type: "object",
      properties: { next: { anyOf: [{ $ref: "#/$defs/node" }, { type: "null" }] } },
      required: ["next"],
    },
  },
};

Deno.test("SchemaValue.make() ends where a schema refers to itself", () => {
  for (let seed = 0; seed < 20; seed++) {
    assert(ajv.validate(TREE, new SchemaValue(TREE, randomRow(seed)).make()));
  }
});

Deno.test("SchemaValue.make() adds up the parts of allOf", () => {
  const wanted = {
    allOf: [
      { type: "object", properties: { a: { type: "integer" } }, required: ["a"] },
      { properties: { b: { const: "x" } }, required: ["b"] },
    ],
  };
  assert(ajv.validate(wanted, new SchemaValue(wanted, randomRow(0)).make()));
});

/** A schema that says itself many times over, and no value at all. */
const ENDLESS = { anyOf: Array.from({ length: 8 }, () => ({ $ref: "#" })) };

Deno.test("SchemaValue.make() takes members and formats for what they are called", () => {
  const properties = { toString: { type: "integer" } };
  const required = ["toString", "constructor"];
  const schema = {
    type: "object",
    properties,
    required,
    additionalProperties: { format: "valueOf" },
  };
  const value = new SchemaValue(schema, randomRow(0)).make();
  assertEquals(JSON.stringify(value), '{"toString":0,"constructor":"text"}');
});

Deno.test.each([
  { schema: { $ref: "#/$defs/none" }, message: "'$' as its reference #/$defs/none leads nowhere" },
  {
    schema: { type: "object", properties: { a: false }, required: ["a"] },
    message: "'$.properties.a'",
  },
  {
    schema: { type: "integer", minimum: 1, maximum: 0 },
    message: "no number is within its bounds",
  },
  { schema: { type: "string", pattern: "^(a)\\1$", minLength: 5 }, message: "give it an example" },
  { schema: { type: "string", pattern: "^a{9}$", maxLength: 8 }, message: "give it an example" },
  { schema: { type: "txt" }, message: 'its type "txt" is none of JSON Schema' },
  { schema: { type: "string", pattern: "(" }, message: "its pattern ( is no regular expression" },
  { schema: { type: "string", minLength: 1e9 }, message: "its 'minLength' is above" },
  { schema: { type: "array", minItems: 1e9 }, message: "its 'minItems' is above" },
  { schema: ENDLESS, message: "it takes too long to find one" },
])("SchemaValue.make() says why it cannot: $message", ({ schema, message }) => {
  assertThrows(() => new SchemaValue(schema, randomRow(0)).make(), TypeError, message);
});

Deno.test("SchemaValue makes multiples of a number, within bounds", () => {
  for (
    const [schema, value] of [
      [{ type: "integer", minimum: 3, multipleOf: 4 }, 4],
      [{ type: "integer", maximum: -3, multipleOf: 4 }, -4],
      [{ type: "integer", minimum: 1e-10 }, 1],
      [{ type: "integer", minimum: 1, multipleOf: 2.5 }, 5],
      [{ type: "integer", exclusiveMinimum: 0, multipleOf: 1.5 }, 3],
      [{ type: "number", minimum: 0.25, multipleOf: 0.1 }, 0.3],
      [{ type: "number", exclusiveMinimum: 0.3, multipleOf: 0.1 }, 0.4],
      [{ type: "number", minimum: 7, multipleOf: 0.01 }, 7],
    ] as const
  ) {
    const made = new SchemaValue(schema, randomRow(1)).make();
    assertEquals([made, schemaFault(schema, made)], [value, undefined]);
  }
});
