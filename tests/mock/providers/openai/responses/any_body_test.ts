import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { MockGPT } from "../../../../../mock.ts";
import { RESPONSES } from "./asked.ts";

/** Bodies that are nearly right, and bodies that are not. */
const bodies = fc.record({
  model: fc.oneof({ weight: 5, arbitrary: fc.constant("m") }, fc.jsonValue()),
  input: fc.oneof(
    fc.jsonValue(),
    fc.array(
      fc.record({
        type: fc.oneof(
          fc.constantFrom("message", "reasoning", "function_call", "function_call_output"),
          fc.constantFrom("item_reference", "custom_tool_call", "__proto__", "constructor"),
        ),
        id: fc.jsonValue(),
        role: fc.constantFrom("user", "assistant", "developer", "toString", null),
        content: fc.oneof(fc.jsonValue(), fc.array(fc.record({ type: fc.string() }))),
        call_id: fc.jsonValue(),
        output: fc.jsonValue(),
        summary: fc.jsonValue(),
      }, { requiredKeys: [] }),
      { maxLength: 3 },
    ),
  ),
  tools: fc.jsonValue(),
  tool_choice: fc.jsonValue(),
  text: fc.oneof(fc.jsonValue(), fc.record({ format: fc.jsonValue() })),
  include: fc.jsonValue(),
  previous_response_id: fc.jsonValue(),
  stream: fc.boolean(),
}, { requiredKeys: ["model", "input"] });

Deno.test("whatever a client sends, it gets an answer or a refusal in OpenAI's form", async () => {
  const mock = new MockGPT({ rules: [{ result: { content: "1", unchecked: true } }] });
  await fc.assert(fc.asyncProperty(bodies, async (body) => {
    for (const path of ["", "/input_tokens"]) {
      const init = { method: "POST", body: JSON.stringify(body) };
      const response = await mock.fetch(RESPONSES + path, init);
      const text = await response.text();
      if (response.status === 200) continue;
      assertEquals(response.status === 400 || response.status === 404, true);
      const { error } = JSON.parse(text);
      assertEquals(error.type, "invalid_request_error");
      assertEquals(error.message.length > 10, true);
    }
  }));
});
