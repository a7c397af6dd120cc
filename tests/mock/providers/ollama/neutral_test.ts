import { assertEquals } from "@std/assert";
import { generators, MockGPT } from "../../../../mock.ts";
import { neutral, whole } from "./asked.ts";

const TOOL = { type: "function", function: { name: "find", parameters: { type: "object" } } };

Deno.test("a request of Ollama's chat is one of chat completions to rules", async () => {
  const { options, ...request } = await neutral("chat", {
    messages: [{ role: "System", content: "Be brief." }, { role: "user", content: "hi" }],
    tools: [TOOL],
    options: { temperature: 0.5, num_predict: 9, stop: ["x"], num_ctx: 4096 },
    keep_alive: "5m",
  });
  assertEquals<unknown>(request, {
    model: "m",
    stream: false,
    messages: [{ role: "system", content: "Be brief." }, { role: "user", content: "hi" }],
    tools: [TOOL],
    temperature: 0.5,
    max_tokens: 9,
    stop: ["x"],
    keep_alive: "5m",
  });
  assertEquals((options as { num_ctx: number }).num_ctx, 4096);
});

Deno.test("what tools gave belongs to the calls of Ollama by their ids, names or order", async () => {
  const call = (name: string, more = {}) => ({ ...more, function: { name, arguments: { a: 1 } } });
  const { messages } = await neutral("chat", {
    messages: [
      { role: "user", content: "hi" },
      {
        role: "assistant",
        content: "",
        thinking: "Hm",
        tool_calls: [call("f"), call("g"), call("f", { id: "own" })],
      },
      { role: "tool", content: "3", tool_call_id: "own" },
      { role: "tool", content: "2", tool_name: "g" },
      { role: "tool", content: "1" },
    ],
  });
  const made = (id: string, name: string) => ({
    id,
    type: "function",
    function: { name, arguments: '{"a":1}' },
  });
  assertEquals<unknown>(messages.slice(1), [
    {
      role: "assistant",
      content: null,
      reasoning_content: "Hm",
      tool_calls: [made("call_1", "f"), made("call_2", "g"), made("own", "f")],
    },
    { role: "tool", tool_call_id: "own", content: "3" },
    { role: "tool", tool_call_id: "call_2", name: "g", content: "2" },
    { role: "tool", tool_call_id: "call_1", content: "1" },
  ]);
});

Deno.test("images of Ollama are kept as parts beside the text", async () => {
  const images = ["/9j/AAAA", "iVBORw0KGgo="];
  const parts = [
    { type: "text", text: "see" },
    { type: "image_url", image_url: { url: "data:image/jpeg;base64,/9j/AAAA" } },
    { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } },
  ];
  const chat = await neutral("chat", { messages: [{ role: "user", content: "see", images }] });
  assertEquals(chat.messages[0]!.content, parts);
  const generate = await neutral("generate", { prompt: "see", images });
  assertEquals(generate.messages[0]!.content, parts);
});

Deno.test("a prompt of Ollama's generate is a user's message, its system one of the system", async () => {
  const { messages } = await neutral("generate", { prompt: "hi", system: "Be brief." });
  assertEquals(messages, [
    { role: "system", content: "Be brief." },
    { role: "user", content: "hi" },
  ]);
});

Deno.test("a format of Ollama is a form of the answer to rules and generators", async () => {
  const format = { type: "object", properties: { n: { const: 3 } }, required: ["n"] };
  const mock = new MockGPT({
    rules: [
      { json: "schema", generator: generators.fromSchema() },
      { json: true, result: "{}" },
      { result: "text" },
    ],
  });
  const asked = async (form: unknown) => (await whole(mock, "generate", { format: form })).response;
  assertEquals(await asked(format), '{"n":3}');
  assertEquals(await asked("json"), "{}");
  assertEquals(await asked(""), "text");
});

Deno.test("rules tell Ollama's endpoints apart", async () => {
  const mock = new MockGPT({
    rules: [
      { surface: "ollama", result: "chat" },
      { surface: "ollama-generate", result: "generate" },
    ],
  });
  assertEquals((await whole(mock, "chat")).message, { role: "assistant", content: "chat" });
  assertEquals((await whole(mock, "generate")).response, "generate");
});
