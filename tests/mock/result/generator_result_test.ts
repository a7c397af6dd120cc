import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { MockGPT } from "../../../mock.ts";
import type { Rule } from "../../../mock.ts";

const REQUEST = { model: "m", messages: [{ role: "user", content: "hi" }] };

const NO_RESULTS: readonly { readonly given: unknown; readonly message: string }[] = [
  { given: 5, message: "'generator()' as it must be a text or an object that is a result" },
  {
    given: { contnt: "x" },
    message: "'generator().contnt' as there is no such member, did you mean 'content'?",
  },
  { given: undefined, message: "'generator()' as it must be a text or an object" },
  { given: null, message: "'generator()' as it must be a text or an object" },
  {
    given: { toolCalls: [{ nme: "f" }] },
    message: "'generator().toolCalls[0].nme' as there is no such member",
  },
  {
    given: { content: () => "x" },
    message: "'generator().content' as it must be a value of JSON",
  },
  {
    given: { usage: { input: -1 } },
    message: "'generator().usage.input' as it must be at least 0",
  },
];

for (const { given, message } of NO_RESULTS) {
  Deno.test(`what a generator gives that is no result fails the call: ${message}`, async () => {
    for (const generator of [() => given, () => Promise.resolve(given)]) {
      const mock = new MockGPT({ rules: [{ generator } as unknown as Rule] });
      await assertRejects(() => mock.generate(REQUEST), Error, message);
      const init = { method: "POST", body: JSON.stringify(REQUEST) };
      const response = await mock.fetch("http://mock/v1/chat/completions", init);
      assertEquals([response.ok, response.headers.get("x-should-retry")], [false, "false"]);
      assertStringIncludes((await response.json()).error.message, message);
      assertEquals(mock.records.map(({ outcome }) => outcome), ["failed", "failed"]);
    }
  });
}
