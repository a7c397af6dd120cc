import { assertEquals } from "@std/assert";
import { cohereRequest } from "../../../src/adapter/requests/cohere.ts";
import { choosing, CITY_SCHEMA, CONVERSATION, PLAIN } from "./sample_request.ts";

Deno.test("cohereRequest() says a whole conversation as Cohere takes it", () => {
  const { path, headers, body } = cohereRequest(CONVERSATION, { model: "command", apiKey: "k" });
  assertEquals([path, headers], ["/v2/chat", { authorization: "Bearer k" }]);
  const call = (id: string, args: string) => ({
    id,
    type: "function",
    function: { name: "get_weather", arguments: args },
  });
  assertEquals<unknown>(body, {
    model: "command",
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Weather in Oslo and Bergen?" },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Two calls." },
          { type: "text", text: "Let me look." },
        ],
        tool_calls: [call("id-a", '{"city":"Oslo"}'), call("id-b", '{"city": "Bergen"}')],
      },
      { role: "tool", tool_call_id: "id-a", content: "Rain" },
      { role: "tool", tool_call_id: "id-b", content: "No such city" },
      { role: "user", content: "And now?" },
    ],
    // The one chosen, since the API can only require a call of some tool.
    tools: [{
      type: "function",
      function: {
        name: "get_weather",
        description: "The weather of a city",
        parameters: CITY_SCHEMA,
      },
    }],
    tool_choice: "REQUIRED",
    max_tokens: 100,
    temperature: 0.5,
    stop_sequences: ["END"],
    stream: true,
  });
});

Deno.test("cohereRequest() says no more than is asked", () => {
  const expected = { model: "m", messages: [{ role: "user", content: "hi" }], stream: true };
  assertEquals<unknown>(cohereRequest(PLAIN, { model: "m" }).body, expected);
  const empty = { ...PLAIN, tools: [], stop: [], toolChoice: { mode: "none" } as const };
  assertEquals<unknown>(cohereRequest(empty, { model: "m" }).body, expected);
});

Deno.test.each(
  [
    { choice: undefined, expected: undefined },
    { choice: { mode: "auto" }, expected: undefined },
    { choice: { mode: "none" }, expected: "NONE" },
    { choice: { mode: "required" }, expected: "REQUIRED" },
    { choice: { mode: "tool", name: "t" }, expected: "REQUIRED" },
  ] as const,
)("cohereRequest() says the choice $choice.mode", ({ choice, expected }) => {
  assertEquals(cohereRequest(choosing(choice), { model: "m" }).body.tool_choice, expected);
});

Deno.test("cohereRequest() says an earlier text as it is, if there was no thinking", () => {
  const messages = [{ role: "assistant", content: "answer", reasoning: [] }] as const;
  assertEquals(cohereRequest({ messages }, { model: "m" }).body.messages, [
    { role: "assistant", content: "answer" },
  ]);
});
