import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import type { ChatRequest, Message, Tool } from "npm:ollama@0.6.4";
import { ollamaRequest } from "../../../src/adapter/requests/ollama.ts";
import { ConfigError } from "../../../src/errors.ts";
import { choosing, CITY_SCHEMA, CONVERSATION, PLAIN } from "./sample_request.ts";

Deno.test("ollamaRequest() says a whole conversation as Ollama takes it", () => {
  const messages: Message[] = [
    { role: "system", content: "Be brief." },
    { role: "user", content: "Weather in Oslo and Bergen?" },
    {
      role: "assistant",
      content: "Let me look.",
      thinking: "Two calls.",
      tool_calls: [
        { function: { name: "get_weather", arguments: { city: "Oslo" } } },
        { function: { name: "get_weather", arguments: { city: "Bergen" } } },
      ],
    },
    { role: "tool", tool_name: "get_weather", content: "Rain" },
    { role: "tool", tool_name: "get_weather", content: "No such city" },
    { role: "user", content: "And now?" },
  ];
  const tools: Tool[] = [{
    type: "function",
    function: {
      name: "get_weather",
      description: "The weather of a city",
      parameters: { ...CITY_SCHEMA, required: ["city"] },
    },
  }];
  const expected: ChatRequest = {
    model: "llama",
    messages,
    // The one chosen, since the API has no choice.
    tools,
    options: { num_predict: 100, temperature: 0.5, stop: ["END"] },
    stream: true,
  };
  const { path, headers, body } = ollamaRequest(CONVERSATION, { model: "llama" });
  assertEquals<unknown>(body, expected);
  assertEquals([path, headers], ["/api/chat", {}]);
});

Deno.test("ollamaRequest() says no more than is asked", () => {
  const expected: ChatRequest = {
    model: "m",
    messages: [{ role: "user", content: "hi" }],
    stream: true,
  };
  assertEquals<unknown>(ollamaRequest(PLAIN, { model: "m" }).body, expected);
  const empty = { ...PLAIN, tools: [], stop: [], toolChoice: { mode: "auto" } as const };
  assertEquals<unknown>(ollamaRequest(empty, { model: "m" }).body, expected);
});

Deno.test.each(
  [
    { mode: "auto", offered: 2 },
    { mode: "none", offered: 0 },
    { mode: "tool", offered: 1 },
  ] as const,
)("ollamaRequest() offers tools by the choice $mode", ({ mode, offered }) => {
  const [tool] = choosing(undefined).tools!;
  const request = { ...PLAIN, tools: [tool!, { ...tool!, name: "u" }] };
  const { body } = ollamaRequest({ ...request, toolChoice: { mode, name: "t" } }, { model: "m" });
  assertEquals((body.tools as unknown[] | undefined)?.length ?? 0, offered);
});

Deno.test("ollamaRequest() takes a key to Ollama's cloud", () => {
  assertEquals(ollamaRequest(PLAIN, { model: "m", apiKey: "k" }).headers, {
    authorization: "Bearer k",
  });
});

Deno.test("ollamaRequest() refuses a result without its call", () => {
  const messages = [{ role: "tool", toolCallId: "x", content: "" }] as const;
  assertThrows(() => ollamaRequest({ messages }, { model: "m" }), ConfigError, '"x"');
});

Deno.test("ollamaRequest() says an earlier turn without text, thinking or calls", () => {
  const expected: Message[] = [{ role: "assistant", content: "" }];
  const messages = [{ role: "assistant", toolCalls: [] }] as const;
  assertEquals<unknown>(ollamaRequest({ messages }, { model: "m" }).body.messages, expected);
});

Deno.test("ollamaRequest() refuses to require a call, which its API cannot say", () => {
  const request = choosing({ mode: "required" });
  const error = assertThrows(() => ollamaRequest(request, { model: "m" }), ConfigError);
  assertStringIncludes(error.message, 'Cannot send the tool choice "required"');
});
