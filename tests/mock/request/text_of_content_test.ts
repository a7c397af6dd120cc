import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { generators, MockGPT } from "../../../mock.ts";
import { textOfContent } from "../../../src/mock/request/text_of_content.ts";

Deno.test("textOfContent() joins the texts of parts by line feeds, or by what it is told", () => {
  const text = fc.string({ minLength: 1 });
  fc.assert(fc.property(fc.array(text), fc.string(), (texts, joint) => {
    const parts = texts.map((text) => ({ type: "text", text }));
    assertEquals(textOfContent(parts), texts.join("\n"));
    assertEquals(textOfContent(parts, joint), texts.join(joint));
  }));
});

Deno.test("textOfContent() passes by what has no text", () => {
  const image = { type: "image_url", image_url: { url: "https://x.test/a.png" } };
  assertEquals(textOfContent([{ type: "text", text: "a" }, image, "b"]), "a\nb");
  assertEquals([textOfContent([image]), textOfContent(null), textOfContent(7)], ["", "", ""]);
});

Deno.test("the prompt has its parts joined by line feeds, as a rule's generator sees it", async () => {
  const content = ["hello", "world"].map((text) => ({ type: "text", text }));
  const mock = new MockGPT({ rules: [{ prompt: "hello\nworld", generator: generators.echo() }] });
  const { content: said } = await mock.generate({
    model: "m",
    messages: [{ role: "user", content }],
  });
  assertEquals(said, "hello\nworld");
});

Deno.test("A rule sees a prompt, instructions and results as wholes where a client sent parts", async () => {
  const parts = ["hello ", "world"].map((text) => ({ type: "text", text }));
  const mock = new MockGPT({
    rules: [{
      prompt: "hello world",
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
