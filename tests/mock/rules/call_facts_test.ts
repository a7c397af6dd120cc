import { assertEquals } from "@std/assert";
import { generators, MockGPT } from "../../../mock.ts";
import type { Ask } from "../../../src/mock/request/ask.ts";
import { generateAsk } from "../../../src/mock/request/generate_ask.ts";
import { snapshotRequest } from "../../../src/mock/request/snapshot_request.ts";
import { callFacts, conversationFacts } from "../../../src/mock/rules/call_facts.ts";

const ASK = generateAsk(snapshotRequest({
  model: "m",
  tools: [{ type: "function", function: { name: "find" } }, { type: "odd" }],
  messages: [{ role: "user", content: "x" }],
}));

Deno.test("callFacts() gathers what rules look at", () => {
  const headers = new Headers({ "x-a": "b" });
  const facts = callFacts(ASK, { headers, testId: "t", signal: undefined });
  const { surface, tools, testId, body, form } = facts;
  assertEquals([surface, tools, testId, form], ["openai-chat", ["find"], "t", "text"]);
  assertEquals(facts.headers.get("x-a"), "b");
  assertEquals(body, ASK.body);
  const inProcess = callFacts(ASK, undefined);
  assertEquals([[...inProcess.headers], inProcess.testId], [[], ""]);
});

Deno.test("callFacts() tells the form, where one of some texts is none", () => {
  const forms: readonly Ask["form"][] = [
    { type: "text" },
    { type: "json" },
    { type: "schema", schema: {} },
    { type: "enum", texts: ["a"] },
  ];
  const told = forms.map((form) => callFacts({ ...ASK, form }, undefined).form);
  assertEquals(told, ["text", "json", "schema", "text"]);
});

Deno.test("conversationFacts() looks at the last user message with a text, and at what came since", () => {
  const user = (content: unknown) => ({ role: "user", content });
  const gave = (id: string) => ({ role: "tool", tool_call_id: id, content: ["sun", "ny"] });
  const messages = [
    { role: "system", content: "a" },
    user("old"),
    { role: "assistant", content: "b" },
    gave("1"),
    user("new"),
    user([{ type: "image" }]),
    { role: "developer", content: "c" },
    { role: "assistant", content: "d" },
    { role: "function", content: "e" },
    gave("2"),
  ];
  const facts = { instructions: "a\nc", prompt: "new", turn: 2 };
  const results = (text: string) => [{ callId: "2", text }];
  assertEquals(conversationFacts(messages), { ...facts, toolResults: results("sun\nny") });
  assertEquals(conversationFacts(messages, ""), { ...facts, toolResults: results("sunny") });
});

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
