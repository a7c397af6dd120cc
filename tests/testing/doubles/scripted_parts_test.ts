import { assertEquals, assertNotStrictEquals, assertRejects, assertThrows } from "@std/assert";
import { ScriptedEffector } from "../../../src/testing/doubles/scripted_effector.ts";
import { ScriptedStep } from "../../../src/testing/doubles/scripted_step.ts";
import { ScriptedTool } from "../../../src/testing/doubles/scripted_tool.ts";
import { ScriptLeftError, ScriptOverError } from "../../../src/testing/doubles/script_errors.ts";

const NOTE = { type: "note", stream: "notes", payload: { text: "hi" } };

Deno.test("ScriptedTool gives results in order, throws errors, and keeps parsed arguments", async () => {
  const tool = new ScriptedTool("t", [1, new Error("Broken")], {
    description: "d",
    parse: (args) => ({ parsed: args }),
  });
  assertEquals([tool.name, tool.description, tool.parameters], ["t", "d", { type: "object" }]);
  assertEquals(await tool.run({ a: 1 }), 1);
  await assertRejects(() => tool.run({ a: 2 }), Error, "Broken");
  await assertRejects(() => tool.run({ a: 3 }), ScriptOverError, "the tool 't'");
  assertEquals(tool.calls, [{ parsed: { a: 1 } }, { parsed: { a: 2 } }, { parsed: { a: 3 } }]);
});

Deno.test("ScriptedTool is frozen, and keeps nothing of arguments that do not parse", async () => {
  const tool = new ScriptedTool("t", [1], {
    parse: () => {
      throw new RangeError("Bad arguments");
    },
  });
  assertEquals(Object.isFrozen(tool), true);
  const parameters = { type: "object", properties: { city: { enum: ["Oslo"] } } };
  const schema = new ScriptedTool("t", [], { parameters }).parameters as typeof parameters;
  const parts = [schema, schema.properties, schema.properties.city, schema.properties.city.enum];
  assertEquals(parts.filter((part) => !Object.isFrozen(part)), []);
  assertEquals(Object.isFrozen(parameters), false);
  await assertRejects(() => tool.run({}), RangeError, "Bad arguments");
  assertEquals([tool.calls.length, tool.remaining], [0, 1]);
});

Deno.test("ScriptedTool with 'repeat' tells calls apart by their keys", async () => {
  const tool = new ScriptedTool("t", [1, 2], { repeat: true });
  const results = [];
  for (const key of ["a", "b", "a"]) results.push(await tool.run({}, { key }));
  assertEquals(results, [1, 2, 1]);
});

Deno.test("ScriptedEffector gives results in order, and keeps intents", async () => {
  const effector = new ScriptedEffector(["done"]);
  const intent = { key: "k", name: "pay", args: { cents: 1 } };
  assertEquals(await effector.perform(intent), "done");
  intent.args.cents = 2;
  await assertRejects(() => effector.perform(intent), ScriptOverError);
  assertEquals(effector.calls.map(({ args }) => args), [{ cents: 1 }, { cents: 2 }]);
});

Deno.test("ScriptedStep gives new lists, throws errors, and keeps traces", async () => {
  const outcome = [NOTE];
  const { run, ...rest } = new ScriptedStep([outcome, new Error("Broken")]);
  assertEquals(Object.keys(rest), [], "only run() stands on the object");
  const step = new ScriptedStep([outcome, outcome, new Error("Broken")]);
  const first = await step.run([]);
  assertEquals(first, outcome);
  assertNotStrictEquals(first as unknown, outcome);
  first.pop();
  assertEquals(await step.run([{ ...NOTE, seq: 0, ts: "t" }]), outcome);
  await assertRejects(() => step.run([]), Error, "Broken");
  await assertRejects(() => step.run([]), ScriptOverError);
  assertEquals(step.calls, [[], [{ ...NOTE, seq: 0, ts: "t" }], [], []]);
  assertEquals(await run([]), outcome);
});

Deno.test("every double says how much is left, and complains of it", () => {
  const doubles = [
    new ScriptedTool("t", [1, 2]),
    new ScriptedEffector([1, 2]),
    new ScriptedStep([[NOTE], [NOTE]]),
  ];
  for (const double of doubles) {
    assertEquals(double.remaining, 2);
    assertThrows(() => double.assertPlayed(), ScriptLeftError, "2 of 2");
    assertThrows(() => double[Symbol.dispose](), ScriptLeftError);
  }
});

Deno.test("doubles say what was expected of their arguments", () => {
  const make = (type: unknown, ...args: unknown[]) => Reflect.construct(type as () => void, args);
  assertThrows(() => make(ScriptedTool, "", []), TypeError, "its name");
  assertThrows(() => make(ScriptedTool, "t", 7), TypeError, "must be a list");
  assertThrows(() => make(ScriptedTool, "t", [], { parse: 7 }), TypeError, "'parse'");
  for (const odd of [null, 7, {}, [], () => {}]) {
    const says = "Cannot make the tool 't' as 'description' must be a text: got ";
    assertThrows(() => make(ScriptedTool, "t", [], { description: odd }), TypeError, says);
  }
  for (const odd of [null, 7, "x", [], () => {}]) {
    const says = "Cannot make the tool 't' as 'parameters' must be a JSON Schema, an object: got ";
    assertThrows(() => make(ScriptedTool, "t", [], { parameters: odd }), TypeError, says);
  }
  for (const odd of [undefined, NaN, 1n, new Date(0), new Map(), { at: [new Date(0)] }]) {
    const says = "as item 1 of its script must be a value of JSON, or an Error: got ";
    assertThrows(() => make(ScriptedTool, "t", [null, odd]), TypeError, says);
    assertThrows(() => make(ScriptedEffector, [null, odd]), TypeError, says);
  }
  for (const odd of [undefined, null, 7, "x", {}]) {
    const says = "item 1 of the script must be a list of events, or an Error: got ";
    assertThrows(() => make(ScriptedStep, [[], odd]), TypeError, says);
  }
  assertThrows(() => make(ScriptedEffector, {}), TypeError, "must be a list");
  assertThrows(() => make(ScriptedStep, null), TypeError, "must be a list");
});
