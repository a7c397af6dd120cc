import { assertEquals, assertMatch } from "@std/assert";
import { MockGPT } from "../../../mock.ts";
import type { CallFacts } from "../../../src/mock/rules/criteria.ts";
import type { Rule } from "../../../src/mock/rules/rule.ts";
import { RuleBook } from "../../../src/mock/rules/rule_book.ts";
import { snapshotRequest } from "../../../src/mock/request/snapshot_request.ts";

const NO_FACTS: CallFacts = {
  surface: "openai-chat",
  headers: new Headers(),
  instructions: "",
  prompt: "",
  tools: [],
  toolResults: [],
  turn: 0,
  form: "text",
  testId: "",
  body: {},
};

const REQUEST = snapshotRequest({ model: "demo", messages: [{ role: "user", content: "x" }] });

function answers(rules: readonly Rule[], ...calls: readonly Partial<CallFacts>[]) {
  const book = new RuleBook(rules);
  return calls.map((facts) => book.take(REQUEST, { ...NO_FACTS, ...facts })?.reply?.result);
}

Deno.test("RuleBook takes the first rule all of whose criteria hold", () => {
  const rules: Rule[] = [
    { prompt: "weather", tool: "find", result: "tool" },
    { prompt: /^weather/g, result: "expression" },
    { instructions: ["be kind", /brief/], result: "instructions" },
    { toolResult: { callId: "call_1", text: "sun" }, result: "given" },
    { turn: 2, result: "third" },
    { json: "schema", result: "{}" },
    { headers: { "x-user": /^a/ }, result: "header" },
    { test: (_, { turn }) => turn === 7, result: "tested" },
    { surface: ["gemini", "cohere"], result: "surface" },
    { model: "demo", result: "model" },
  ];
  const given = { toolResults: [{ callId: "call_1", text: "sunny" }] };
  assertEquals(
    answers(
      rules,
      { prompt: "the weather", tools: ["find"] },
      { prompt: "weather" },
      { prompt: "weather" },
      { instructions: "be kind\nand brief" },
      given,
      { turn: 2 },
      { form: "schema" },
      { headers: new Headers({ "X-User": "ann" }) },
      { turn: 7 },
      { surface: "cohere" },
      {},
    ),
    [
      "tool",
      "expression",
      "expression",
      "instructions",
      "given",
      "third",
      "{}",
      "header",
      "tested",
      "surface",
      "model",
    ],
  );
});

Deno.test.each([
  { name: "throw", then: undefined, expected: ["a", "b", undefined, undefined] },
  { name: "repeat-last", then: "repeat-last", expected: ["a", "b", "b", "b"] },
  { name: "cycle", then: "cycle", expected: ["a", "b", "a", "b"] },
  { name: "fall-through", then: "fall-through", expected: ["a", "b", "else", "else"] },
])("RuleBook follows a sequence by $name", ({ then, expected }) => {
  const sequence = [{ result: "a" }, { result: "b" }];
  const rules: Rule[] = [{ sequence, ...(then && { then }) }, { result: "else" }];
  assertEquals(answers(rules, {}, {}, {}, {}), [...expected]);
});

Deno.test("RuleBook counts sequences, times and states for each test alone", () => {
  const rules: Rule[] = [
    { times: 1, result: "once" },
    { state: "start", nextState: "paid", result: "pay first" },
    { state: "paid", result: "thanks" },
  ];
  assertEquals(
    answers(rules, {}, {}, { testId: "b" }, {}, { testId: "b" }),
    ["once", "pay first", "once", "thanks", "pay first"],
  );
});

Deno.test("RuleBook gives vectors to requests of embeddings alone", () => {
  const rules: Rule[] = [{ result: "words" }, { embedding: [1, 0] }];
  const book = new RuleBook(rules);
  const take = (surface: CallFacts["surface"]) =>
    book.take(REQUEST, { ...NO_FACTS, surface })?.index;
  assertEquals([take("embeddings"), take("gemini")], [1, 0]);
});

Deno.test("a rule's nearTurn() that gives no number is told by the rule's name", async () => {
  for (const given of [undefined, null, "1", NaN, Promise.resolve(1)]) {
    const nearTurn = () => given as number;
    const mock = new MockGPT({ rules: [{ name: "greeting", nearTurn, result: "hi" }] });
    const body = JSON.stringify({ model: "demo", messages: [{ role: "user", content: "x" }] });
    const init = { method: "POST", body };
    const response = await mock.fetch("http://mock/v1/chat/completions", init);
    assertEquals([response.status, mock.records[0]?.outcome], [500, "failed"]);
    const { error } = await response.json();
    assertMatch(error.message, /'greeting\.nearTurn\(\)' as it must be a number: current value is/);
  }
  for (const given of [-1, 0.5, Infinity]) {
    assertEquals(answers([{ nearTurn: () => given, result: "hi" }], {}), ["hi"]);
  }
});

Deno.test("RuleBook tells ten thousand tests apart, and forgets no rule that was used", () => {
  const sequence = [{ result: "a" }, { result: "b" }];
  const book = new RuleBook([{ sequence, then: "fall-through" }, { result: "else" }]);
  const { rule } = book.rules[0]!;
  const take = (testId: string) => book.take(REQUEST, { ...NO_FACTS, testId })?.reply?.result;
  assertEquals([take("old"), take("old"), take("old")], ["a", "b", "else"]);
  for (let at = 0; at < 10_000; at++) take(`test ${at}`);
  assertEquals(book.mostUsed(rule), 2);
  assertEquals([take("test 9999"), take("old")], ["b", "a"]);
  book.rewind();
  assertEquals(book.mostUsed(rule), 0);
});

Deno.test("RuleBook forgets of more than ten thousand tests the one that used no rule for longest", () => {
  const book = new RuleBook([{ times: 2, result: "a" }, { result: "else" }]);
  const take = (testId: string) => book.take(REQUEST, { ...NO_FACTS, testId })?.reply?.result;
  const others = Array.from({ length: 9998 }, (_, at) => `other ${at}`);
  for (const testId of ["first", "second", "first", "second", ...others, ...others]) take(testId);
  assertEquals([take("first"), take("second")], ["else", "else"]);
  take("one more");
  assertEquals([take("first"), take("second"), take("other 1"), take("other 0")], [
    "else",
    "else",
    "else",
    "a",
  ]);
});
