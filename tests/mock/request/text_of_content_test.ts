import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { MockGPT } from "../../../mock.ts";
import { textOfContent } from "../../../src/mock/request/text_of_content.ts";

Deno.test("textOfContent() gives the same text however it is cut in parts", () => {
  fc.assert(fc.property(fc.array(fc.string()), (texts) => {
    const parts = texts.map((text) => ({ type: "text", text }));
    assertEquals(textOfContent(parts), textOfContent(texts.join("")));
  }));
});

Deno.test("textOfContent() passes by what has no text", () => {
  const image = { type: "image_url", image_url: { url: "https://x.test/a.png" } };
  assertEquals(textOfContent([{ type: "text", text: "a" }, image, "b"]), "ab");
  assertEquals([textOfContent([image]), textOfContent(null), textOfContent(7)], ["", "", ""]);
});

Deno.test("A rule sees a prompt, instructions and results as wholes where a client sent parts", async () => {
  const parts = ["hello ", "world"].map((text) => ({ type: "text", text }));
  const mock = new MockGPT({
    rules: [{
      prompt: /^hello world$/,
      instructions: /^hello world\nbe kind$/,
      toolResult: { text: /^hello world$/ },
      test: (_, { body }) => body.model === "m",
      result: "found",
    }],
  });
  const answer = await mock.generate({
    model: "m",
    messages: [
      { role: "system", content: parts },
      { role: "developer", content: "be kind" },
      { role: "user", content: parts },
      { role: "tool", tool_call_id: "c", content: parts },
    ],
  });
  assertEquals(answer.content, "found");
});
