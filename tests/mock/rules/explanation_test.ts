import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { MockError, MockGPT } from "../../../mock.ts";

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
  assertEquals(before.rules[0]?.misfits, [{
    criterion: "model",
    expected: '"x"',
    actual: '"demo"',
  }]);
  await mock.generate(ASK);
  assertEquals(mock.explain(ASK).rule, undefined);
  assertEquals(mock.records.length, 1);
});
