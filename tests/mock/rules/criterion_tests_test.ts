import { assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { MockGPT } from "../../../mock.ts";
import type { Criteria, Injection } from "../../../mock.ts";

const REQUEST = { model: "m", messages: [{ role: "user", content: "hi" }] };

const NO_ANSWERS: readonly { readonly given: () => unknown; readonly message: string }[] = [
  { given: () => Promise.resolve(false), message: "true or false at once, and not a promise" },
  { given: () => Promise.reject(new Error("late")), message: "true or false at once" },
  { given: () => undefined, message: "true or false: current value is undefined" },
  { given: () => 1, message: "true or false: current value is 1" },
];

for (const { given, message } of NO_ANSWERS) {
  Deno.test(`a test of a rule that gives no boolean fails the call: ${message}`, async () => {
    const test = given as NonNullable<Criteria["test"]>;
    const mock = new MockGPT({ rules: [{ name: "own", test, result: "x" }] });
    await assertRejects(
      () => mock.generate(REQUEST),
      TypeError,
      `'own.test()' as it must be ${message}`,
    );
    assertThrows(() => mock.explain(REQUEST), TypeError, message);
    assertEquals(mock.records.map(({ outcome }) => outcome), ["failed"]);
  });
}

Deno.test("a test of an injection that gives no boolean fails the call", async () => {
  const test = () => Promise.resolve(true);
  const response = { problem: { kind: "server", message: "x" } };
  const mock = new MockGPT({ rules: [{ result: "x" }] });
  mock.injectNext({ test, response } as unknown as Injection);
  const init = { method: "POST", body: JSON.stringify(REQUEST) };
  const answer = await mock.fetch("http://mock/v1/chat/completions", init);
  assertEquals(answer.status, 500);
  assertStringIncludes(
    await answer.text(),
    "'injection.test()' as it must be true or false at once",
  );
});
