import { assertEquals } from "@std/assert";
import { generators, MockGPT } from "../../../mock.ts";

const IMAGE = { type: "image_url", image_url: { url: "https://x.test/a.png" } };
const user = (content: unknown) => ({ role: "user", content });
const EARLIER = [user("hello"), { role: "assistant", content: "Hi!" }];

Deno.test.each<{ name: string; messages: object[]; prompt: string }>([
  { name: "a text", messages: [...EARLIER, user("bye")], prompt: "bye" },
  { name: "an empty text", messages: [...EARLIER, user("")], prompt: "" },
  {
    name: "an empty text in a part",
    messages: [...EARLIER, user([IMAGE, { type: "text", text: "" }])],
    prompt: "",
  },
  { name: "texts", messages: [user([{ type: "text", text: "a" }, "b"])], prompt: "a\nb" },
  { name: "an attachment alone", messages: [...EARLIER, user([IMAGE])], prompt: "hello" },
  { name: "no user", messages: [{ role: "assistant", content: "Hi!" }], prompt: "" },
])("the prompt is the text of the last user message that has one: $name", async ({
  messages,
  prompt,
}) => {
  const mock = new MockGPT({ rules: [{ generator: generators.echo() }] });
  const { content } = await mock.generate({ model: "m", messages } as never);
  assertEquals(content, prompt);
});
