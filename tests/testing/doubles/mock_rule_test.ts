import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import type { ModelOutput } from "../../../src/agent/chat_model.ts";
import { MockGPT } from "../../../src/mock/mock_gpt.ts";
import type { Rule } from "../../../src/mock/rules/rule.ts";
import { outputsFromRule, ruleFromOutputs } from "../../../src/testing/doubles/mock_rule.ts";

const count = fc.nat(1000);
const output: fc.Arbitrary<ModelOutput> = fc.record({
  content: fc.string(),
  reasoning: fc.array(fc.record({ text: fc.string() }), { maxLength: 2 }),
  toolCalls: fc.array(
    fc.record({ id: fc.string({ minLength: 1 }), name: fc.stringMatching(/^\w{1,8}$/) }).map((
      call,
    ) => ({
      ...call,
      arguments: '{"a":1}',
    })),
    { maxLength: 2 },
  ),
  model: fc.stringMatching(/^\w{1,8}$/),
  finishReason: fc.constantFrom("stop", "tool_use"),
  usage: fc.record({ input: count, output: count, cacheRead: count, cacheWrite: count }),
}, { requiredKeys: [] });

Deno.test("outputsFromRule() gives back what ruleFromOutputs() was given", () => {
  fc.assert(fc.property(fc.array(output, { minLength: 1, maxLength: 3 }), (outputs) => {
    assertEquals(outputsFromRule(ruleFromOutputs(outputs)), outputs);
  }));
});

Deno.test("ruleFromOutputs() makes a rule that a MockGPT plays to its end", async () => {
  const mock = new MockGPT({
    rules: [
      ruleFromOutputs([{ content: "1" }, { toolCalls: [{ name: "t", arguments: '{"a":1}' }] }]),
    ],
  });
  const request = { model: "m", messages: [{ role: "user", content: "Hi" }], tools: [TOOL] };
  assertEquals((await mock.generate(request)).content, "1");
  const { toolCalls } = await mock.generate(request);
  assertEquals(toolCalls.map(({ name, arguments: args }) => [name, args]), [["t", '{"a":1}']]);
  mock.assertDone();
});

const TOOL = { type: "function", function: { name: "t", parameters: { type: "object" } } };

Deno.test("outputsFromRule() reads texts, values and free inputs as the mock sends them", () => {
  const rule: Rule = {
    sequence: [
      { result: "Hi" },
      {
        result: {
          content: { a: 1 },
          reasoning: "hm",
          toolCalls: [{ name: "t", arguments: { b: 2 } }, { name: "u" }, { name: "c", input: "x" }],
          usage: { input: 3 },
        },
      },
    ],
  };
  assertEquals(outputsFromRule(rule), [
    { content: "Hi" },
    {
      content: '{"a":1}',
      reasoning: [{ text: "hm" }],
      toolCalls: [
        { name: "t", arguments: '{"b":2}' },
        { name: "u", arguments: "{}" },
        { name: "c", arguments: "x" },
      ],
      usage: { input: 3, output: 0, cacheRead: 0, cacheWrite: 0 },
    },
  ]);
});

Deno.test("outputsFromRule() and ruleFromOutputs() say what was expected", () => {
  const generated: Rule = { sequence: [{ result: "a" }, { generator: () => "b" }] };
  assertThrows(() => outputsFromRule(generated), TypeError, "reply 1");
  assertThrows(
    () => outputsFromRule({ result: { blocks: [{ type: "text", text: "a" }] } }),
    TypeError,
    "a list of blocks",
  );
  assertThrows(() => outputsFromRule(7 as never), TypeError, "rule");
  assertThrows(() => ruleFromOutputs([]), TypeError, "not empty");
  assertThrows(() => ruleFromOutputs("x" as never), TypeError, "not empty");
});
