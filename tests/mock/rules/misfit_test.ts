import { assertEquals } from "@std/assert";
import { type Misfit, MockGPT, type Rule } from "../../../mock.ts";

const ASK = {
  model: "demo",
  tools: [{ type: "function", function: { name: "find" } }],
  messages: [
    { role: "system", content: "Be kind" },
    { role: "assistant", content: "Hello" },
    { role: "user", content: "x".repeat(200) },
    { role: "tool", tool_call_id: "c1", content: "sunny" },
  ],
};

const isOdd = () => false;

const MISFITS: readonly (readonly [criteria: Partial<Rule>, expected: string, actual: string])[] = [
  [{ model: /^x/i }, '"/^x/i"', '"demo"'],
  [{ surface: ["gemini", "cohere"] }, '["gemini","cohere"]', '"openai-chat"'],
  [{ turn: 2 }, "2", "1"],
  [{ json: true }, "true", '"text"'],
  [{ tool: "other" }, '"other"', '["find"]'],
  [{ prompt: "\u0007" }, '"\\u0007"', `"${"x".repeat(119)}…`],
  [{ prompt: "y".repeat(118) }, `"${"y".repeat(118)}"`, `"${"x".repeat(119)}…`],
  [{ instructions: ["kind", /brief/] }, '["kind","/brief/"]', '"Be kind"'],
  [{ toolResult: false }, "false", '[{"callId":"c1","text":"sunny"}]'],
  [{ headers: { "x-a": "b" } }, '{"x-a":"b"}', "among x-c, x-d"],
  [{ test: () => false }, "a test", "false"],
  [{ test: (() => () => false)() }, "a test", "false"],
  [{ test: isOdd }, 'the test "isOdd"', "false"],
  [{ state: "in" }, "in", "start"],
  [{ series: { name: "s", at: 2 } }, "use 2", "use 0"],
];

for (const [criteria, expected, actual] of MISFITS) {
  const criterion = Object.keys(criteria)[0] as Misfit["criterion"];
  Deno.test(`explain() says of a rule's ${criterion} that it is ${expected}, and here ${actual}`, () => {
    const mock = new MockGPT({ rules: [{ ...criteria, optional: true, result: "" }] });
    const { rules } = mock.explain(ASK, { headers: { "x-c": "1", "x-d": "2" } });
    assertEquals(rules.map(({ misfits }) => misfits), [[{ criterion, expected, actual }]]);
  });
}

Deno.test("explain() says among which headers one is looked for where there are none", () => {
  const mock = new MockGPT({ rules: [{ headers: { a: "b" }, result: "" }] });
  assertEquals(mock.explain(ASK).rules[0]?.misfits[0]?.actual, "among none");
});

Deno.test("explain() says what was used of a rule, and of what holds nothing", async () => {
  const series = { name: "s", at: 0 };
  const sequence = [{ result: "" }];
  const all: readonly Rule[] = [
    { times: 1, result: "" },
    { series, result: "" },
    { sequence, then: "fall-through" },
    { nextState: "in", times: 1, result: "" },
    { state: "in", times: 2, sequence, then: "cycle" },
    { state: "in", times: 3, sequence, then: "repeat-last" },
    { state: "in", sequence },
  ];
  const mock = new MockGPT({ rules: all });
  const misfits = () =>
    mock.explain(ASK).rules.map(({ misfits }) =>
      misfits.map(({ criterion, expected, actual }) => `${criterion}: ${expected}, ${actual}`)
    );
  const waiting = ["state: in, start"];
  assertEquals(misfits(), [[], [], [], [], waiting, waiting, waiting]);
  for (let calls = 0; calls < 10; calls++) await mock.generate(ASK);
  assertEquals(misfits(), [
    ["times: at most 1 calls, all used"],
    ["series: use 0, use 1"],
    ["sequence: at most 1 calls, all replies given"],
    ["times: at most 1 calls, all used"],
    ["times: at most 2 calls, all used"],
    ["times: at most 3 calls, all used"],
    ["sequence: at most 1 calls, all replies given"],
  ]);
});
