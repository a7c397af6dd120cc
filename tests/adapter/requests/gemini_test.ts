import { assertEquals, assertThrows } from "@std/assert";
import { geminiRequest } from "../../../src/adapter/requests/gemini.ts";
import { ConfigError } from "../../../src/errors.ts";
import type { AssistantMessage } from "../../../src/turn/request.ts";
import { choosing, CITY_SCHEMA, CONVERSATION, PLAIN } from "./sample_request.ts";

Deno.test("geminiRequest() says a whole conversation as Google takes it", () => {
  const { path, headers, body } = geminiRequest(CONVERSATION, { model: "gemini", apiKey: "k" });
  assertEquals(path, "/v1beta/models/gemini:streamGenerateContent?alt=sse");
  assertEquals(headers, { "x-goog-api-key": "k" });
  const oslo = { id: "id-a", name: "get_weather", args: { city: "Oslo" } };
  assertEquals<unknown>(body, {
    systemInstruction: { parts: [{ text: "Be brief." }] },
    contents: [
      { role: "user", parts: [{ text: "Weather in Oslo and Bergen?" }] },
      {
        role: "model",
        parts: [
          { text: "Let me look." },
          { functionCall: oslo, thoughtSignature: "c2ln" },
          { functionCall: { id: "id-b", name: "get_weather", args: { city: "Bergen" } } },
        ],
      },
      {
        role: "user",
        parts: [
          { functionResponse: { id: "id-a", name: "get_weather", response: { output: "Rain" } } },
          {
            functionResponse: {
              id: "id-b",
              name: "get_weather",
              response: { error: "No such city" },
            },
          },
        ],
      },
      { role: "user", parts: [{ text: "And now?" }] },
    ],
    tools: [{
      functionDeclarations: [
        {
          name: "get_weather",
          description: "The weather of a city",
          parametersJsonSchema: CITY_SCHEMA,
        },
        { name: "get_time", parametersJsonSchema: { type: "object", properties: {} } },
      ],
    }],
    toolConfig: {
      functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["get_weather"] },
    },
    generationConfig: { maxOutputTokens: 100, temperature: 0.5, stopSequences: ["END"] },
  });
});

Deno.test("geminiRequest() says no more than is asked", () => {
  const expected = { contents: [{ role: "user", parts: [{ text: "hi" }] }] };
  assertEquals<unknown>(geminiRequest(PLAIN, { model: "m" }).body, expected);
  assertEquals(geminiRequest(PLAIN, { model: "m" }).headers, {});
  const empty = { ...PLAIN, tools: [], stop: [], toolChoice: { mode: "none" } as const };
  assertEquals<unknown>(geminiRequest(empty, { model: "m" }).body, expected);
});

Deno.test.each(
  [
    { choice: undefined, expected: undefined },
    { choice: { mode: "auto" }, expected: { mode: "AUTO" } },
    { choice: { mode: "none" }, expected: { mode: "NONE" } },
    { choice: { mode: "required" }, expected: { mode: "ANY" } },
    { choice: { mode: "tool", name: "t" }, expected: { mode: "ANY", allowedFunctionNames: ["t"] } },
  ] as const,
)("geminiRequest() says the choice $choice.mode", ({ choice, expected }) => {
  const { toolConfig } = geminiRequest(choosing(choice), { model: "m" }).body;
  assertEquals<unknown>(toolConfig, expected && { functionCallingConfig: expected });
});

Deno.test.each([
  { model: "gemini-pro", path: "models/gemini-pro" },
  { model: "models/gemini-pro", path: "models/gemini-pro" },
  { model: "tunedModels/mine", path: "tunedModels/mine" },
  { model: "../x?y#z", path: "models/..%2Fx%3Fy%23z" },
])("geminiRequest() asks for the model $model at its path", ({ model, path }) => {
  assertEquals(
    geminiRequest(PLAIN, { model }).path,
    `/v1beta/${path}:streamGenerateContent?alt=sse`,
  );
});

const calls = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `id-${n}`, name: "t", arguments: "{}" }));

Deno.test.each([
  { name: "the text", blocks: ["s"], count: 0, text: "s", calls: [] },
  { name: "the first call", blocks: ["s"], count: 2, text: undefined, calls: ["s", undefined] },
  { name: "each call", blocks: ["s", "t"], count: 2, text: undefined, calls: ["s", "t"] },
  { name: "text and call", blocks: ["s", "t"], count: 1, text: "s", calls: ["t"] },
  { name: "nothing", blocks: [], count: 1, text: undefined, calls: [undefined] },
])("geminiRequest() puts signatures back on $name", ({ blocks, count, text, calls: expected }) => {
  const message: AssistantMessage = {
    role: "assistant",
    content: "answer",
    reasoning: blocks.map((signature) => ({ text: "", signature })),
    toolCalls: calls(count),
  };
  const { contents } = geminiRequest({ messages: [message] }, { model: "m" }).body;
  const [{ parts }] = contents as [{ parts: { thoughtSignature?: string }[] }];
  assertEquals(parts.map(({ thoughtSignature }) => thoughtSignature), [text, ...expected]);
});

Deno.test("geminiRequest() sends no id that the provider did not give", () => {
  const { contents } = geminiRequest({
    messages: [
      { role: "assistant", toolCalls: [{ id: "call_0", name: "first", arguments: "{}" }] },
      { role: "tool", toolCallId: "call_0", content: "1" },
      { role: "assistant", toolCalls: [{ id: "call_0", name: "second", arguments: "{}" }] },
      { role: "tool", toolCallId: "call_0", content: "2" },
    ],
  }, { model: "m" }).body;
  assertEquals((contents as { parts: unknown[] }[]).map(({ parts }) => parts), [
    [{ functionCall: { name: "first", args: {} } }],
    [{ functionResponse: { name: "first", response: { output: "1" } } }],
    [{ functionCall: { name: "second", args: {} } }],
    [{ functionResponse: { name: "second", response: { output: "2" } } }],
  ]);
});

Deno.test("geminiRequest() leaves out messages left empty", () => {
  const messages = [...PLAIN.messages, { role: "assistant" as const, content: "" }];
  const { contents } = geminiRequest({ messages }, { model: "m" }).body;
  assertEquals(contents, [{ role: "user", parts: [{ text: "hi" }] }]);
});

Deno.test.each(
  [
    {
      name: "a result without its call",
      messages: [...PLAIN.messages, { role: "tool", toolCallId: "x", content: "" }],
      says: '"x"',
    },
    {
      name: "arguments that are no object",
      messages: [{ role: "assistant", toolCalls: [{ id: "1", name: "t", arguments: "{" }] }],
      says: '"t"',
    },
    { name: "the system alone", messages: [{ role: "system", content: "s" }], says: "system" },
  ] as const,
)("geminiRequest() refuses $name", ({ messages, says }) => {
  assertThrows(() => geminiRequest({ messages }, { model: "m" }), ConfigError, says);
});
