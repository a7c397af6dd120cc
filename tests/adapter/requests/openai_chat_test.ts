import { assertEquals } from "@std/assert";
import type OpenAI from "npm:openai@7.59.0";
import { openAiChatRequest } from "../../../src/adapter/requests/openai_chat.ts";
import type { AssistantMessage } from "../../../src/turn/request.ts";
import { OPENAI_DIALECTS } from "../../../src/wire/openai_chat/dialects.ts";
import type { OpenAiDialectName } from "../../../src/wire/openai_chat/dialects.ts";
import { choosing, CITY_SCHEMA, CONVERSATION, PLAIN } from "./sample_request.ts";

type Params = OpenAI.Chat.ChatCompletionCreateParamsStreaming;

Deno.test("openAiChatRequest() says a whole conversation as OpenAI takes it", () => {
  const expected: Params = {
    model: "gpt-5",
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Weather in Oslo and Bergen?" },
      {
        role: "assistant",
        content: "Let me look.",
        tool_calls: [
          {
            id: "id-a",
            type: "function",
            function: { name: "get_weather", arguments: '{"city":"Oslo"}' },
          },
          {
            id: "id-b",
            type: "function",
            function: { name: "get_weather", arguments: '{"city": "Bergen"}' },
          },
        ],
      },
      { role: "tool", tool_call_id: "id-a", content: "Rain" },
      { role: "tool", tool_call_id: "id-b", content: "No such city" },
      { role: "user", content: "And now?" },
    ],
    tools: [
      {
        type: "function",
        function: {
          name: "get_weather",
          description: "The weather of a city",
          parameters: { ...CITY_SCHEMA },
        },
      },
      {
        type: "function",
        function: { name: "get_time", parameters: { type: "object", properties: {} } },
      },
    ],
    tool_choice: { type: "function", function: { name: "get_weather" } },
    max_completion_tokens: 100,
    temperature: 0.5,
    stop: ["END"],
    stream: true,
    stream_options: { include_usage: true },
  };
  const { path, headers, body } = openAiChatRequest(CONVERSATION, { model: "gpt-5", apiKey: "k" });
  assertEquals<unknown>(body, expected);
  assertEquals([path, headers], ["/chat/completions", { authorization: "Bearer k" }]);
});

Deno.test("openAiChatRequest() says no more than is asked", () => {
  const expected: Params = {
    model: "m",
    messages: [{ role: "user", content: "hi" }],
    stream: true,
    stream_options: { include_usage: true },
  };
  assertEquals<unknown>(openAiChatRequest(PLAIN, { model: "m" }), {
    path: "/chat/completions",
    headers: {},
    body: expected,
  });
  const empty = { ...PLAIN, tools: [], stop: [], toolChoice: { mode: "auto" } as const };
  assertEquals<unknown>(openAiChatRequest(empty, { model: "m" }).body, expected);
});

Deno.test.each(
  [
    { choice: undefined, expected: undefined },
    { choice: { mode: "auto" }, expected: "auto" },
    { choice: { mode: "none" }, expected: "none" },
    { choice: { mode: "required" }, expected: "required" },
    {
      choice: { mode: "tool", name: "t" },
      expected: { type: "function", function: { name: "t" } },
    },
  ] as const,
)("openAiChatRequest() says the choice $choice.mode", ({ choice, expected }) => {
  const said: Params["tool_choice"] = expected;
  assertEquals(openAiChatRequest(choosing(choice), { model: "m" }).body.tool_choice, said);
});

Deno.test("openAiChatRequest() names the limit as each server knows it", () => {
  const newName = ["openai", "azure", "groq"];
  for (const dialect of Object.keys(OPENAI_DIALECTS) as OpenAiDialectName[]) {
    const { body } = openAiChatRequest({ ...PLAIN, maxTokens: 7 }, { model: "m", dialect });
    const isNew = newName.includes(dialect);
    assertEquals(body.max_completion_tokens, isNew ? 7 : undefined, dialect);
    assertEquals(body.max_tokens, isNew ? undefined : 7, dialect);
  }
});

Deno.test("openAiChatRequest() asks for the usage where it does not come unasked", () => {
  for (const dialect of Object.keys(OPENAI_DIALECTS) as OpenAiDialectName[]) {
    const { body } = openAiChatRequest(PLAIN, { model: "m", dialect });
    const isAsked = !["mistral", "groq"].includes(dialect);
    assertEquals(body.stream_options, isAsked ? { include_usage: true } : undefined, dialect);
  }
});

Deno.test("openAiChatRequest() takes the key to Azure in its own header", () => {
  const { headers } = openAiChatRequest(PLAIN, { model: "m", apiKey: "k", dialect: "azure" });
  assertEquals(headers, { "api-key": "k" });
});

const CALLING: AssistantMessage = {
  role: "assistant",
  reasoning: [{ text: "a" }, { text: "b" }],
  toolCalls: [{ id: "1", name: "t", arguments: "{}" }],
};

Deno.test.each(
  [
    {
      name: "DeepSeek, with calls",
      dialect: "deepseek",
      message: CALLING,
      reasoning_content: "ab",
    },
    {
      name: "DeepSeek, with calls but without reasoning",
      dialect: "deepseek",
      message: { ...CALLING, reasoning: undefined },
      reasoning_content: "",
    },
    {
      name: "DeepSeek, without calls",
      dialect: "deepseek",
      message: { ...CALLING, toolCalls: [] },
      reasoning_content: undefined,
    },
    { name: "OpenRouter", dialect: "openrouter", message: CALLING, reasoning: "ab" },
    {
      name: "OpenRouter, without reasoning",
      dialect: "openrouter",
      message: { ...CALLING, reasoning: [] },
    },
    { name: "OpenAI", dialect: "openai", message: CALLING },
  ] as const,
)("openAiChatRequest() sends reasoning back to $name as it takes it", (given) => {
  const { dialect, message } = given;
  const messages = [message as AssistantMessage];
  const { body } = openAiChatRequest({ messages }, { model: "m", dialect });
  const sent = (body.messages as Record<string, unknown>[])[0]!;
  assertEquals(
    sent.reasoning_content,
    "reasoning_content" in given ? given.reasoning_content : undefined,
  );
  assertEquals(sent.reasoning, "reasoning" in given ? given.reasoning : undefined);
});

Deno.test("openAiChatRequest() says content null only beside calls", () => {
  const messages = [CALLING, { role: "assistant" as const }];
  const { body } = openAiChatRequest({ messages }, { model: "m" });
  assertEquals((body.messages as { content: unknown }[]).map(({ content }) => content), [null, ""]);
});
