import { assertEquals, assertThrows } from "@std/assert";
import type Anthropic from "npm:@anthropic-ai/sdk@1.14.0";
import { anthropicMessagesRequest } from "../../../src/adapter/requests/anthropic_messages.ts";
import { ConfigError } from "../../../src/errors.ts";
import { choosing, CITY_SCHEMA, CONVERSATION, PLAIN } from "./sample_request.ts";

// The newest models take no temperature, so that the SDK has dropped it; older ones still do.
type Params = Anthropic.MessageCreateParamsStreaming & { temperature?: number };

Deno.test("anthropicMessagesRequest() says a whole conversation as Anthropic takes it", () => {
  const expected: Params = {
    model: "claude",
    max_tokens: 100,
    system: [{ type: "text", text: "Be brief." }],
    messages: [
      { role: "user", content: "Weather in Oslo and Bergen?" },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Two calls.", signature: "c2ln" },
          { type: "redacted_thinking", data: "ZW5j" },
          { type: "text", text: "Let me look." },
          { type: "tool_use", id: "id-a", name: "get_weather", input: { city: "Oslo" } },
          { type: "tool_use", id: "id-b", name: "get_weather", input: { city: "Bergen" } },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "id-a", content: "Rain" },
          { type: "tool_result", tool_use_id: "id-b", content: "No such city", is_error: true },
        ],
      },
      { role: "user", content: "And now?" },
    ],
    tools: [
      {
        name: "get_weather",
        description: "The weather of a city",
        input_schema: { ...CITY_SCHEMA, required: ["city"] },
      },
      { name: "get_time", input_schema: { type: "object", properties: {} } },
    ],
    tool_choice: { type: "tool", name: "get_weather" },
    temperature: 0.5,
    stop_sequences: ["END"],
    stream: true,
  };
  const request = anthropicMessagesRequest(CONVERSATION, { model: "claude", apiKey: "k" });
  assertEquals<unknown>(request.body, expected);
  assertEquals(request.path, "/v1/messages");
  assertEquals(request.headers, { "anthropic-version": "2023-06-01", "x-api-key": "k" });
});

Deno.test("anthropicMessagesRequest() says no more than is asked, and the limit the API demands", () => {
  const expected: Params = {
    model: "m",
    max_tokens: 4096,
    messages: [{ role: "user", content: "hi" }],
    stream: true,
  };
  const { headers, body } = anthropicMessagesRequest(PLAIN, { model: "m" });
  assertEquals<unknown>(body, expected);
  assertEquals(headers, { "anthropic-version": "2023-06-01" });
  const empty = { ...PLAIN, tools: [], stop: [], toolChoice: { mode: "none" } as const };
  assertEquals<unknown>(anthropicMessagesRequest(empty, { model: "m" }).body, expected);
});

Deno.test.each(
  [
    { choice: undefined, expected: undefined },
    { choice: { mode: "auto" }, expected: { type: "auto" } },
    { choice: { mode: "none" }, expected: { type: "none" } },
    { choice: { mode: "required" }, expected: { type: "any" } },
    { choice: { mode: "tool", name: "t" }, expected: { type: "tool", name: "t" } },
  ] as const,
)("anthropicMessagesRequest() says the choice $choice.mode", ({ choice, expected }) => {
  const said: Params["tool_choice"] | undefined = expected;
  assertEquals(anthropicMessagesRequest(choosing(choice), { model: "m" }).body.tool_choice, said);
});

Deno.test("anthropicMessagesRequest() leaves out reasoning without proof, and messages left empty", () => {
  const { body } = anthropicMessagesRequest({
    messages: [
      { role: "user", content: "hi" },
      { role: "assistant", content: "", reasoning: [{ text: "unsigned" }] },
      { role: "user", content: "again" },
    ],
  }, { model: "m" });
  const expected: Params["messages"] = [
    { role: "user", content: "hi" },
    { role: "user", content: "again" },
  ];
  assertEquals(body.messages, expected);
});

Deno.test("anthropicMessagesRequest() keeps the results of separate turns apart", () => {
  const turn = (id: string) => [
    {
      role: "assistant",
      toolCalls: [{ id, name: "t", arguments: "{}" }],
    } as const,
    { role: "tool", toolCallId: id, content: id } as const,
  ];
  const { body } = anthropicMessagesRequest(
    { messages: [...turn("1"), ...turn("2")] },
    { model: "m" },
  );
  assertEquals(
    (body.messages as { role: string; content: unknown[] }[]).map((
      m,
    ) => [m.role, m.content.length]),
    [["assistant", 1], ["user", 1], ["assistant", 1], ["user", 1]],
  );
});

Deno.test.each(['{"city":', "[]", "7", ""])(
  "anthropicMessagesRequest() refuses an earlier call with the arguments %s",
  (args) => {
    const call = { id: "1", name: "t", arguments: args };
    assertThrows(
      () =>
        anthropicMessagesRequest(
          { messages: [{ role: "assistant", toolCalls: [call] }] },
          { model: "m" },
        ),
      ConfigError,
      '"t"',
    );
  },
);

Deno.test("anthropicMessagesRequest() refuses a conversation of system messages alone", () => {
  assertThrows(
    () =>
      anthropicMessagesRequest({ messages: [{ role: "system", content: "s" }] }, { model: "m" }),
    ConfigError,
    "system",
  );
});
