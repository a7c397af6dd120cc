import {
  assertEquals,
  assertInstanceOf,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import fc from "fast-check";
import { MockError, MockGPT, type Rule } from "../../../mock.ts";

const ASK = { model: "demo", messages: [{ role: "user", content: "How is the weather?" }] };

Deno.test("A call that no rule fits is told the nearest rules and what does not hold", async () => {
  const mock = new MockGPT({
    rules: [
      { name: "far", model: "x", prompt: "y", turn: 3, result: "" },
      { name: "near", model: "demo", prompt: "Weather", result: "" },
    ],
  });
  const error = await assertRejects(() => mock.generate(ASK), MockError);
  assertEquals(error.code, "MOCK_UNMATCHED");
  assertMatch(
    error.message,
    /nearest rules:\n- 'near': its 'prompt' is "Weather", and here it is "How is/,
  );
});

Deno.test("A call that none of a thousand rules fits has only the nearest described", async () => {
  let described = 0;
  const test = Object.defineProperty(() => false, "name", { get: () => `named ${++described}` });
  const far = Array.from({ length: 1000 }, () => ({ prompt: "y", test, result: "" }));
  const near = ["a", "b", "c"].map((name) => ({ name, test, result: "" }));
  const mock = new MockGPT({ rules: [...far, ...near] });
  const { message } = await assertRejects(() => mock.generate(ASK), MockError);
  assertEquals(message.match(/(?<=\n- ')\w/g), ["a", "b", "c"]);
  assertEquals(described, 3);
});

Deno.test("A call that no rule fits is told of the rules that explain() finds nearest", async () => {
  const rule: fc.Arbitrary<Rule> = fc.record({
    model: fc.constantFrom("demo", "x"),
    prompt: fc.constantFrom("weather", "x"),
    tool: fc.constant("x"),
    turn: fc.nat(1),
    state: fc.constantFrom("start", "x"),
    series: fc.record({ name: fc.constant("s"), at: fc.nat(1) }),
    sequence: fc.constant([{ result: "" }]),
    then: fc.constantFrom("throw", "fall-through"),
  }, { requiredKeys: ["sequence", "then"] });
  await fc.assert(fc.asyncProperty(fc.array(rule, { maxLength: 8 }), async (rules) => {
    const mock = new MockGPT({ rules });
    let error: unknown;
    while (error === undefined) await mock.generate(ASK).catch((thrown) => error = thrown);
    assertInstanceOf(error, MockError);
    const { rules: all } = mock.explain(ASK);
    const nearest = [...all].sort((a, b) =>
      a.misfits.length - b.misfits.length || b.holding - a.holding || a.index - b.index
    );
    const lines = nearest.slice(0, 3).map(({ name, misfits }) =>
      `- '${name}': ${
        misfits.map(({ criterion, expected, actual }) =>
          `its '${criterion}' is ${expected}, and here it is ${actual}`
        ).join("; ")
      }`
    );
    assertEquals(error.message.split("\n").slice(1), lines);
    const over = all.find(({ misfits: [misfit, other] }) =>
      !other && misfit?.criterion === "sequence"
    );
    const head = over ? `The sequence of '${over.name}' is over` : "No rule of the mock fits";
    assertStringIncludes(error.message, head);
  }));
});

Deno.test("A call of a mock without rules is told so", () => {
  const { rules, text } = new MockGPT().explain(ASK);
  assertEquals(rules, []);
  assertMatch(text, /^No rule of the mock fits .+\. The mock has no rules\.$/);
});

Deno.test("A call after the end of a sequence is told so", async () => {
  const mock = new MockGPT({
    rules: [{ name: "two", sequence: [{ result: "1" }, { result: "2" }] }],
  });
  await mock.generate(ASK);
  await mock.generate(ASK);
  const error = await assertRejects(() => mock.generate(ASK), MockError);
  assertEquals(error.code, "MOCK_EXHAUSTED");
  assertMatch(error.message, /The sequence of 'two' is over/);
});

Deno.test("MockGPT.explain() says what would answer and why not the others, and uses nothing up", async () => {
  const mock = new MockGPT({
    rules: [{ model: "x", result: "" }, { times: 1, name: "once", result: "yes" }],
  });
  const before = mock.explain(ASK);
  assertEquals(before.rule, { index: 1, name: "once" });
  assertEquals(
    before.text,
    '\'once\' answers a call of openai-chat for model "demo" with the prompt "How is the weather?"',
  );
  assertEquals(before.rules[0]?.misfits, [{
    criterion: "model",
    expected: '"x"',
    actual: '"demo"',
  }]);
  await mock.generate(ASK);
  const after = mock.explain(ASK);
  assertEquals(after.rule, undefined);
  assertStringIncludes(after.text, "No rule of the mock fits a call of openai-chat");
  assertEquals(mock.records.length, 1);
});

Deno.test("A rule that fits but for what it answers is told to be for other endpoints", async () => {
  const mock = new MockGPT({
    rules: [
      { name: "vector", embedding: [1] },
      { name: "words", result: "" },
      { name: "elsewhere", surface: "embeddings", sequence: [{ embedding: [1] }] },
    ],
  });
  const { rule, rules: [vector, , elsewhere] } = mock.explain(ASK);
  const misfits = [{ criterion: "surface", expected: '"embeddings"', actual: '"openai-chat"' }];
  assertEquals([rule?.name, vector?.misfits, elsewhere?.misfits], ["words", misfits, misfits]);
  const only = new MockGPT({ rules: [{ name: "vector", embedding: [1] }] });
  const error = await assertRejects(() => only.generate(ASK), MockError);
  assertMatch(
    error.message,
    /- 'vector': its 'surface' is "embeddings", and here it is "openai-chat"$/,
  );
});

Deno.test("A call for vectors is told of rules that answer with words", async () => {
  const mock = new MockGPT({
    rules: [{ name: "one", sequence: [{ embedding: [1] }] }, { name: "words", result: "" }],
  });
  const body = JSON.stringify({ model: "m", input: ["a", "b"] });
  const response = await mock.fetch("http://mock/v1/embeddings", { method: "POST", body });
  const { error } = await response.json();
  assertMatch(
    error.message,
    /- 'words': its 'surface' is one that answers with a turn, and here it is "embeddings"$/,
  );
});

Deno.test("MockGPT.generate() and explain() let rules see headers, a test and an endpoint", async () => {
  const mock = new MockGPT({
    rules: [
      { name: "user", headers: { "x-user": "ann" }, result: "ann" },
      { name: "vertex", surface: "gemini", result: "gemini" },
      { name: "else", times: 1, result: "else" },
    ],
  });
  const headers = { "x-user": "ann" };
  assertEquals((await mock.generate(ASK, { headers })).content, "ann");
  assertEquals(mock.explain(ASK, { surface: "gemini" }).rule?.name, "vertex");
  await mock.generate(ASK, { headers: { "x-test-id": "a" } });
  assertEquals(mock.explain(ASK, { headers: { "x-test-id": "a" } }).rule, undefined);
  assertEquals(mock.explain(ASK).rule?.name, "else");
  assertEquals(mock.records.map(({ testId }) => testId), ["", "a"]);
  const signal = AbortSignal.abort("enough");
  assertEquals(await mock.generate(ASK, { signal }).catch((reason) => reason), "enough");
});
