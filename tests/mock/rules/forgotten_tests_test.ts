import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { requireKnown } from "../../../src/mock/calls/require_known.ts";
import { ForgottenTests } from "../../../src/mock/rules/forgotten_tests.ts";
import { MockError, MockGPT } from "../../../mock.ts";
import type { Rule } from "../../../mock.ts";

const RULES: readonly Rule[] = [
  { prompt: "one", result: "1" },
  { prompt: "two", result: "2" },
];

async function use(mock: MockGPT, testId: string, ...prompts: readonly string[]): Promise<void> {
  for (const content of prompts) {
    await mock.generate({ model: "m", messages: [{ role: "user", content }] }, {
      headers: { "x-test-id": testId },
    });
  }
}

/** A mock that a test has used, and then so many others. */
async function usedBy(others: number): Promise<MockGPT> {
  const mock = new MockGPT({ rules: RULES, maxRecords: 1 });
  await use(mock, "first", "one", "two");
  for (let at = 0; at < others; at++) await use(mock, `test ${at}`, "one");
  return mock;
}

Deno.test("assertDone() says of a test that was forgotten that it is not known, and of others the truth", async () => {
  const mock = await usedBy(10_000);
  const error = assertThrows(() => mock.assertDone("first"), MockError);
  assertEquals(error.code, "MOCK_FORGOTTEN");
  assertMatch(
    error.message,
    /^Cannot tell what the test "first" used as it was forgotten: more than 10,000/,
  );
  assertThrows(() => mock.unfinished("first"), MockError, '"first"');
  assertThrows(() => mock.assertDone("test 0"), MockError, "'rules[1]' was never used");
  // No test of this name came.
  assertThrows(() => mock.assertDone("never"), MockError, "'rules[0]' was never used");
  mock.assertDone();
  await using server = await mock.serve();
  const done = await fetch(`${server.url}/__mock/done?testId=first`);
  assertEquals([done.status, (await done.json()).error.message], [400, error.message]);
});

Deno.test("a test that was forgotten stays so when it comes again, until it is reset", async () => {
  const mock = await usedBy(10_000);
  await use(mock, "first", "two");
  assertThrows(() => mock.assertDone("first"), MockError, "it was forgotten");
  mock.reset("first");
  assertThrows(() => mock.assertDone("first"), MockError, "never used");
  await use(mock, "first", "one", "two");
  mock.assertDone("first");
  mock.reset();
  assertThrows(() => mock.assertDone("test 0"), MockError, "never used");
});

Deno.test("as many tests as are told apart are all known", async () => {
  const mock = await usedBy(9_999);
  mock.assertDone("first");
});

Deno.test("ForgottenTests keeps as many as it can, and says when it cannot tell", () => {
  const tests = new ForgottenTests(2);
  const told = (...ids: readonly string[]) => ids.map((id) => tests.tells(id));
  for (const id of ["a", "b", "c", "d"]) tests.add(id);
  assertEquals(told("a", "b", "c", "d", "e"), ["was", "was", "was", "was", "was not"]);
  tests.remove("a");
  tests.remove("d");
  assertEquals(told("a", "d"), ["was not", "was not"]);
  for (const id of ["d", "e"]) tests.add(id);
  assertEquals(told("a", "b", "c", "d", "e"), ["may", "may", "was", "was", "was"]);
  tests.clear();
  assertEquals(told("b", "c"), ["was not", "was not"]);
});

Deno.test("of a test that may have been forgotten is told so", () => {
  const error = assertThrows(() => requireKnown({ forgot: () => "may" }, "x"), MockError);
  assertMatch(error.message, /^Cannot tell what the test "x" used as it may have been forgotten/);
});
