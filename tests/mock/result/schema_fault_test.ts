import { assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { SchemaValue } from "../../../src/mock/generators/schema_value.ts";
import { randomRow } from "../../../src/mock/random.ts";
import { schemaFault } from "../../../src/mock/result/schema_fault.ts";

const NODE = {
  $ref: "#/$defs/node",
  $defs: {
    node: {
      type: "object",
      properties: { next: { anyOf: [{ $ref: "#/$defs/node" }, { type: "null" }] } },
      required: ["next"],
      additionalProperties: false,
    },
  },
};

Deno.test.each([
  { schema: { type: "string" }, value: 7, fault: "$ must be of type string, and is 7" },
  {
    schema: { type: ["string", "null"] },
    value: [],
    fault: "$ must be of type string or null, and is []",
  },
  { schema: { type: "integer" }, value: 1.5, fault: "$ must be of type integer, and is 1.5" },
  { schema: { enum: ["a", "b"] }, value: "c", fault: '$ must be one of ["a","b"], and is "c"' },
  { schema: { const: 1 }, value: 2, fault: "$ must be 1, and is 2" },
  { schema: { required: ["a"] }, value: {}, fault: "$.a is required, and not there" },
  { schema: { additionalProperties: false }, value: { a: 1 }, fault: "$.a must not be there" },
  {
    schema: { items: { type: "null" } },
    value: [null, 1],
    fault: "$[1] must be of type null, and is 1",
  },
  {
    schema: { prefixItems: [{ type: "null" }] },
    value: [1],
    fault: "$[0] must be of type null, and is 1",
  },
  { schema: { minItems: 2 }, value: [1], fault: "$ must have at least 2 items, and has 1" },
  { schema: { maxLength: 1 }, value: "北京", fault: "$ must have at most 1 characters, and has 2" },
  { schema: { pattern: "^a" }, value: "b", fault: '$ must match ^a, and is "b"' },
  { schema: { minimum: 2 }, value: 1, fault: "$ must be at least 2, and is 1" },
  { schema: { exclusiveMaximum: 2 }, value: 2, fault: "$ must be less than 2, and is 2" },
  { schema: { multipleOf: 0.1 }, value: 0.25, fault: "$ must be a multiple of 0.1, and is 0.25" },
  {
    schema: { allOf: [{ type: "string" }] },
    value: 1,
    fault: "$ must be of type string, and is 1",
  },
  {
    schema: { anyOf: [{ const: 1 }, { const: 2 }] },
    value: 3,
    fault: "$ must be 1, and is 3, or $ must be 2, and is 3",
  },
  { schema: NODE, value: { next: { next: 1 } }, fault: undefined },
])("schemaFault() tells what $value breaks of $schema", ({ schema, value, fault }) => {
  const found = schemaFault(schema, value);
  if (schema === NODE) assertEquals(found?.includes("$.next.next must be of type"), true);
  else assertEquals(found, fault);
});

const HOLDING: readonly { readonly schema: object; readonly value: unknown }[] = [
  { schema: { type: "string", minLength: 2 }, value: "👍👍" },
  { schema: { type: "object", properties: {}, additionalProperties: true }, value: { a: 1 } },
  { schema: { multipleOf: 0.1 }, value: 0.3 },
  { schema: { anyOf: [{ type: "null" }, { type: "number" }] }, value: 1 },
  { schema: { properties: { toString: { type: "string" } } }, value: {} },
  { schema: NODE, value: { next: { next: null } } },
  { schema: { $ref: "#" }, value: 1 },
  { schema: { strange: 1 }, value: 1 },
  { schema: { pattern: "(" }, value: "a" },
];

Deno.test.each(HOLDING)(
  "schemaFault() finds nothing wrong with $value by $schema",
  ({ schema, value }) => {
    assertEquals(schemaFault(schema as never, value), undefined);
  },
);

const schemas = fc.letrec<{ schema: Record<string, unknown> }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Record<string, unknown>>(
      { type: "string" },
      { type: "string", minLength: 3, maxLength: 5 },
      { type: "integer", minimum: 4 },
      { type: "number", exclusiveMinimum: 1.5 },
      { type: "boolean" },
      { type: "null" },
      { enum: ["x", 1, null] },
      { const: { a: [1] } },
    ),
    tie("schema").map((items) => ({ type: "array", items, minItems: 2 })),
    fc.dictionary(fc.constantFrom("a", "b", "c"), tie("schema"), { noNullPrototype: true }).map(
      (properties) => ({
        type: "object",
        properties,
        required: Object.keys(properties),
        additionalProperties: false,
      }),
    ),
    fc.tuple(tie("schema"), tie("schema")).map((anyOf) => ({ anyOf })),
  ),
})).schema;

Deno.test("schemaFault() finds nothing wrong with the values that are made of a schema", () => {
  fc.assert(
    fc.property(schemas, fc.nat(), (schema, seed) => {
      const value = new SchemaValue(schema, randomRow(seed)).make();
      assertEquals(schemaFault(schema, value), undefined);
    }),
    { numRuns: 300 },
  );
});

Deno.test("schemaFault() follows a schema that says itself twice over once", () => {
  let reads = 0;
  const self = { $ref: "#/$defs/self" };
  const schema = {
    properties: { a: self },
    $defs: {
      get self() {
        if (++reads > 1000) throw new Error("Followed without end");
        return { allOf: [self, self] };
      },
    },
  };
  assertEquals(schemaFault(schema, { a: 1 }), undefined);
  const halves = { allOf: [self, self], anyOf: [self, self] };
  assertEquals(schemaFault({ ...self, $defs: { self: halves } }, 1), undefined);
});

Deno.test("schemaFault() follows references as JSON Schema spells them", () => {
  const shared = { $defs: { "a b/c": { type: "string" }, list: [{ type: "number" }] } };
  for (
    const [$ref, value, isFault] of [
      ["#/$defs/a%20b~1c", 5, true],
      ["#/$defs/a%20b~1c", "x", false],
      ["#/$defs/list/0", "x", true],
      ["#/$defs/list/0", 5, false],
      ["#/$defs/constructor", 5, false],
      ["#/%", 5, false],
    ] as const
  ) {
    const schema = { ...shared, properties: { x: { $ref } } };
    assertEquals(schemaFault(schema, { x: value }) !== undefined, isFault, $ref);
  }
});

Deno.test("what speaks against many ways in one is told in few words", () => {
  const levels = Array.from({ length: 20 }, (_, level) => {
    const next = { $ref: `#/$defs/l${level + 1}` };
    return [`l${level}`, { anyOf: [next, { allOf: [next, { type: "null" }] }] }];
  });
  const $defs = Object.fromEntries([...levels, ["l20", { enum: ["one", "another"] }]]);
  const fault = schemaFault({ $defs, $ref: "#/$defs/l0" }, "neither");
  assertEquals(fault, '$ must be one of ["one","another"], and is "neither"');
  const anyOf = Array.from({ length: 1000 }, (_, index) => ({ const: `number ${index}` }));
  const told = schemaFault({ anyOf }, "none")!;
  assertStringIncludes(told, '$ must be "number 0", and is "none", or $ must be "number 1"');
  assertEquals([told.length, told.endsWith("…")], [501, true]);
});
