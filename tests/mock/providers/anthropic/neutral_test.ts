import { assertEquals } from "@std/assert";
import { MockGPT } from "../../../../mock.ts";
import type { CallFacts, ModelRequest } from "../../../../mock.ts";
import { fitting, HEADERS, MESSAGES, send } from "./asked.ts";

/** Sends a request; gives what rules and generators see of it. */
async function seen(
  body: object,
): Promise<{ readonly request: ModelRequest; readonly facts: CallFacts }> {
  let found: { request: ModelRequest; facts: CallFacts } | undefined;
  const mock = new MockGPT({
    rules: [{
      generator: (request, facts) => {
        found = { request, facts };
        return fitting(request);
      },
    }],
  });
  const { body: reply } = await send(mock, body);
  assertEquals(reply.error, undefined);
  return found!;
}

/** What Anthropic can promise to keep to. */
const CLOSED = { type: "object", additionalProperties: false };

Deno.test("Anthropic's conversation is one of chat completions to rules", async () => {
  const { request, facts } = await seen({
    system: [{ type: "text", text: "Be kind." }, { type: "text", text: "Be short." }],
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "What is it?" },
          { type: "image", source: { type: "base64", media_type: "image/png", data: "AA==" } },
          { type: "image", source: { type: "url", url: "https://a.example/b.png" } },
          { type: "document", title: "T", source: { type: "file", file_id: "file_1" } },
        ],
      },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Hm.", signature: "sig" },
          { type: "redacted_thinking", data: "xyz" },
          { type: "text", text: "Let me " },
          { type: "text", text: "see." },
          { type: "tool_use", id: "toolu_1", name: "look", input: { at: 1 } },
          { type: "tool_use", id: "toolu_2", name: "look", input: {} },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "toolu_1", content: "a cat" },
          {
            type: "tool_result",
            tool_use_id: "toolu_2",
            content: [{ type: "text", text: "no" }],
            is_error: true,
          },
        ],
      },
    ],
    tools: [
      { name: "look", description: "Looks", input_schema: CLOSED, strict: true },
      { type: "web_search_20260318", name: "web_search" },
    ],
    tool_choice: { type: "tool", name: "look", disable_parallel_tool_use: true },
    stop_sequences: ["END"],
    top_k: 5,
  });
  assertEquals<unknown>(request.messages, [
    {
      role: "system",
      content: [{ type: "text", text: "Be kind." }, { type: "text", text: "Be short." }],
    },
    {
      role: "user",
      content: [
        { type: "text", text: "What is it?" },
        { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } },
        { type: "image_url", image_url: { url: "https://a.example/b.png" } },
        { type: "file", file: { filename: "T", file_id: "file_1" } },
      ],
    },
    {
      role: "assistant",
      content: "Let me see.",
      reasoning_content: "Hm.",
      thinking_signatures: ["sig"],
      redacted_thinking: ["xyz"],
      tool_calls: [
        { id: "toolu_1", type: "function", function: { name: "look", arguments: '{"at":1}' } },
        { id: "toolu_2", type: "function", function: { name: "look", arguments: "{}" } },
      ],
    },
    { role: "tool", tool_call_id: "toolu_1", content: "a cat" },
    {
      role: "tool",
      tool_call_id: "toolu_2",
      content: [{ type: "text", text: "no" }],
      is_error: true,
    },
  ]);
  assertEquals<unknown>(request.tools, [
    {
      type: "function",
      function: {
        name: "look",
        description: "Looks",
        parameters: CLOSED,
        strict: true,
      },
    },
    { type: "web_search_20260318", name: "web_search" },
  ]);
  const { messages: _, tools: __, ...others } = request;
  assertEquals<unknown>(
    others,
    {
      model: "m",
      stream: false,
      max_tokens: 1000,
      tool_choice: { type: "function", function: { name: "look" } },
      parallel_tool_calls: false,
      stop: ["END"],
      top_k: 5,
    },
  );
  assertEquals(facts.surface, "anthropic-messages");
  assertEquals(facts.instructions, "Be kind.\nBe short.");
  assertEquals(facts.prompt, "What is it?");
  assertEquals(facts.tools, ["look", "web_search"]);
  assertEquals(facts.toolResults, [
    { callId: "toolu_1", text: "a cat" },
    { callId: "toolu_2", text: "no" },
  ]);
  assertEquals(facts.turn, 1);
});

Deno.test("What a user says beside results of tools comes after them, whatever it is", async () => {
  const source = { type: "text", media_type: "text/plain", data: "x" };
  const { request, facts } = await seen({
    messages: [
      { role: "user", content: "hi" },
      { role: "assistant", content: [{ type: "tool_use", id: "t", name: "f", input: {} }] },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "t" },
          { type: "text", text: "and?" },
          { type: "document", source },
          { type: "document", source: { type: "url", url: "https://a.example/b.pdf" } },
          { type: "image", source: { type: "file", file_id: "file_1" } },
          { type: "container_upload", file_id: "file_2" },
        ],
      },
    ],
  });
  assertEquals<unknown>(request.messages.slice(1), [
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "t", type: "function", function: { name: "f", arguments: "{}" } }],
    },
    { role: "tool", tool_call_id: "t", content: "" },
    {
      role: "user",
      content: [
        { type: "text", text: "and?" },
        { type: "file", file: { text: "x" } },
        { type: "file", file: { file_data: "https://a.example/b.pdf" } },
        { type: "image_url", image_url: { file_id: "file_1" } },
        { type: "container_upload", file_id: "file_2" },
      ],
    },
  ]);
  assertEquals([facts.prompt, facts.toolResults], ["and?", []]);
});

Deno.test("Anthropic's schema for the text is the form that rules see", async () => {
  const schema = { ...CLOSED, properties: { a: { type: "string" } } };
  const { request, facts } = await seen({
    output_config: { format: { type: "json_schema", schema } },
  });
  assertEquals(facts.form, "schema");
  assertEquals<unknown>(request.response_format, {
    type: "json_schema",
    json_schema: { name: "output", schema },
  });
});

Deno.test("Anthropic's tokens are those of the same conversation on another wire", async () => {
  const mock = new MockGPT({ rules: [{ result: { content: "the answer" } }] });
  const { body } = await send(mock, { system: "Be kind." });
  const counted = await send(mock, { system: "Be kind.", max_tokens: undefined }, "/count_tokens");
  const chat = await mock.fetch("http://mock/v1/chat/completions", {
    method: "POST",
    body: JSON.stringify({
      model: "m",
      messages: [{ role: "system", content: "Be kind." }, { role: "user", content: "hi" }],
    }),
  });
  const { usage } = await chat.json();
  const told = body.usage as { readonly input_tokens: number; readonly output_tokens: number };
  assertEquals([told.input_tokens, told.output_tokens], [
    usage.prompt_tokens,
    usage.completion_tokens,
  ]);
  assertEquals<unknown>(counted.body, { input_tokens: usage.prompt_tokens });
});

Deno.test("What no rule fits gets Anthropic's own error, which is not tried again", async () => {
  const mock = new MockGPT({ rules: [{ prompt: "never", result: "x" }] });
  const reply = await send(mock);
  assertEquals([reply.status, reply.headers.get("x-should-retry")], [400, "false"]);
  assertEquals((reply.body.error as { type: string }).type, "invalid_request_error");
});

Deno.test("Anthropic's models are listed page by page, and given by name", async () => {
  const mock = new MockGPT({
    rules: ["a", "b", "c"].map((model) => ({ model, result: "x" })),
  });
  const get = async (path: string) => {
    const response = await mock.fetch(MESSAGES.replace("messages", path), { headers: HEADERS });
    return { status: response.status, body: await response.json() };
  };
  const ids = async (path: string) => {
    const { body } = await get(path);
    const listed = body.data.map(({ id }: { id: string }) => id).join("");
    return [listed, body.has_more, body.first_id, body.last_id];
  };
  assertEquals(await ids("models"), ["abc", false, "a", "c"]);
  assertEquals(await ids("models?limit=2"), ["ab", true, "a", "b"]);
  assertEquals(await ids("models?limit=2&after_id=b"), ["c", false, "c", "c"]);
  assertEquals(await ids("models?limit=1&before_id=c"), ["b", true, "b", "b"]);
  assertEquals((await get("models/b")).body.display_name, "b");
  const { status, body } = await get("models/d");
  assertEquals([status, body.error], [404, { type: "not_found_error", message: "model: d" }]);
  assertEquals((await get("models?limit=0")).status, 400);
  assertEquals((await get("models?after_id=d")).status, 404);
});
