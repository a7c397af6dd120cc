import { assertEquals, assertThrows } from "@std/assert";
import type OpenAI from "npm:openai@7.59.0";
import { openAiResponsesRequest } from "../../../src/adapter/requests/openai_responses.ts";
import { ConfigError } from "../../../src/errors.ts";
import { choosing, CITY_SCHEMA, CONVERSATION, PLAIN } from "./sample_request.ts";

type Params = OpenAI.Responses.ResponseCreateParamsStreaming;

/** An item to send back. The SDK says that it has an id, which only a stored response needs. */
function reasoning(item: Omit<OpenAI.Responses.ResponseReasoningItem, "id" | "type">) {
  return { type: "reasoning", ...item } as OpenAI.Responses.ResponseReasoningItem;
}

Deno.test("openAiResponsesRequest() says a whole conversation as OpenAI takes it", () => {
  const expected: Params = {
    model: "gpt-5",
    input: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Weather in Oslo and Bergen?" },
      reasoning({
        summary: [{ type: "summary_text", text: "Two calls." }],
        encrypted_content: "c2ln",
      }),
      reasoning({ summary: [], encrypted_content: "ZW5j" }),
      { role: "assistant", content: "Let me look." },
      {
        type: "function_call",
        call_id: "id-a",
        name: "get_weather",
        arguments: '{"city":"Oslo"}',
      },
      {
        type: "function_call",
        call_id: "id-b",
        name: "get_weather",
        arguments: '{"city": "Bergen"}',
      },
      { type: "function_call_output", call_id: "id-a", output: "Rain" },
      { type: "function_call_output", call_id: "id-b", output: "No such city" },
      { role: "user", content: "And now?" },
    ],
    tools: [
      {
        type: "function",
        name: "get_weather",
        description: "The weather of a city",
        parameters: { ...CITY_SCHEMA },
        strict: false,
      },
      {
        type: "function",
        name: "get_time",
        parameters: { type: "object", properties: {} },
        strict: false,
      },
    ],
    tool_choice: { type: "function", name: "get_weather" },
    max_output_tokens: 100,
    temperature: 0.5,
    store: false,
    stream: true,
  };
  const request = openAiResponsesRequest({ ...CONVERSATION, stop: undefined }, {
    model: "gpt-5",
    apiKey: "k",
  });
  assertEquals<unknown>(request.body, expected);
  assertEquals([request.path, request.headers], ["/responses", { authorization: "Bearer k" }]);
});

Deno.test("openAiResponsesRequest() says no more than is asked", () => {
  const expected: Params = {
    model: "m",
    input: [{ role: "user", content: "hi" }],
    store: false,
    stream: true,
  };
  assertEquals<unknown>(openAiResponsesRequest(PLAIN, { model: "m" }).body, expected);
  const empty = { ...PLAIN, tools: [], stop: [], toolChoice: { mode: "auto" } as const };
  assertEquals<unknown>(openAiResponsesRequest(empty, { model: "m" }).body, expected);
});

Deno.test.each(
  [
    { choice: undefined, expected: undefined },
    { choice: { mode: "auto" }, expected: "auto" },
    { choice: { mode: "none" }, expected: "none" },
    { choice: { mode: "required" }, expected: "required" },
    { choice: { mode: "tool", name: "t" }, expected: { type: "function", name: "t" } },
  ] as const,
)("openAiResponsesRequest() says the choice $choice.mode", ({ choice, expected }) => {
  const said: Params["tool_choice"] = expected;
  assertEquals(openAiResponsesRequest(choosing(choice), { model: "m" }).body.tool_choice, said);
});

Deno.test("openAiResponsesRequest() refuses texts at which to stop, which the API does not have", () => {
  assertThrows(
    () => openAiResponsesRequest({ ...PLAIN, stop: ["END"] }, { model: "m" }),
    ConfigError,
    "stop",
  );
});

Deno.test("openAiResponsesRequest() leaves out reasoning without proof", () => {
  const messages = [{ role: "assistant", content: "a", reasoning: [{ text: "b" }] }] as const;
  assertEquals(openAiResponsesRequest({ messages }, { model: "m" }).body.input, [
    { role: "assistant", content: "a" },
  ]);
});
