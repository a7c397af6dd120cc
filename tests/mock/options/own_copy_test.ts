import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { MockGPT } from "../../../mock.ts";
import type { MockGptOptions, Rule } from "../../../mock.ts";
import { ownCopy } from "../../../src/mock/options/own_copy.ts";

const ask = (content: string) => ({ model: "m", messages: [{ role: "user", content }] });

async function said(mock: MockGPT, content: string): Promise<string> {
  return (await mock.generate(ask(content))).content;
}

async function fetched(mock: MockGPT): Promise<readonly [status: number, text: string]> {
  const init = { method: "POST", body: JSON.stringify({ ...ask("hi"), stream: true }) };
  const response = await mock.fetch("http://mock/v1/chat/completions", init);
  return [response.status, await response.text()];
}

Deno.test("ownCopy() gives what is equal, and frozen in its depth", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const copy = ownCopy(value);
      assertEquals(copy, value);
      assertFrozen(copy);
    }),
  );
  const own = JSON.parse('{"__proto__":{"x":1}}');
  assertEquals(Object.keys(ownCopy(own)), ["__proto__"]);
});

function assertFrozen(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  assert(Object.isFrozen(value));
  Object.values(value).forEach(assertFrozen);
}

Deno.test("ownCopy() keeps functions, regular expressions and instances", () => {
  const value = { test: () => true, prompt: /x/g, clock: new (class Own {})() };
  const copy = ownCopy(value);
  assertStrictEquals(copy.test, value.test);
  assertStrictEquals(copy.prompt, value.prompt);
  assertStrictEquals(copy.clock, value.clock);
});

Deno.test("rules that are changed after they were given answer as they were given", async () => {
  const given = ["one", "two", "three"].map((prompt) => ({
    prompt,
    result: { content: "as given", toolCalls: [{ name: "f", arguments: { a: [1] } }] },
  }));
  const [one, two, three] = given as [typeof given[0], typeof given[0], typeof given[0]];
  const rules = [one];
  const mock = new MockGPT({ rules });
  mock.prepend(two);
  mock.append(three);
  const before = await mock.generate(ask("one"));
  for (const rule of given) {
    rule.prompt = "other";
    rule.result.content = "changed";
    rule.result.toolCalls[0]!.arguments.a.push(2);
  }
  rules.length = 0;
  assertEquals((await mock.generate(ask("one"))).toolCalls.map((call) => call.arguments), [
    before.toolCalls[0]!.arguments,
  ]);
  for (const prompt of ["one", "two", "three"]) assertEquals(await said(mock, prompt), "as given");
});

Deno.test("what was used of a rule is kept where other rules come before or behind it", async () => {
  const rule: Rule = { sequence: [{ result: "1" }, { result: "2" }, { result: "3" }] };
  const mock = new MockGPT({ rules: [rule] });
  assertEquals(await said(mock, "hi"), "1");
  mock.prepend({ prompt: "zz", result: "x" });
  assertEquals(await said(mock, "hi"), "2");
  mock.append({ result: "x" });
  assertEquals(await said(mock, "hi"), "3");
});

Deno.test("options and injections that are changed after they were given count as they were given", async () => {
  const problem = { kind: "overloaded" as const, message: "Busy" };
  const chunking = { by: "character" as const, size: 1 };
  const onCall: Record<number, { response: { problem: typeof problem } }> = {};
  const options = {
    rules: [{ result: "abc" }],
    delivery: { chunking },
    chaos: { onCall },
  } satisfies MockGptOptions;
  const mock = new MockGPT(options);
  const injection = { response: { problem: { kind: "server" as const, message: "as given" } } };
  mock.injectNext(injection);
  injection.response.problem.message = "changed";
  chunking.size = 3;
  onCall[2] = { response: { problem } };
  const [, refused] = await fetched(mock);
  assert(refused.includes("as given"), refused);
  const [status, text] = await fetched(mock);
  assertEquals([status, text.includes('"a"')], [200, true]);
});
