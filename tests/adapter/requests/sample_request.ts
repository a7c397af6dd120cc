import type { ToolChoice, TurnRequest } from "../../../src/turn/request.ts";

/** A schema of a tool's arguments. */
export const CITY_SCHEMA = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
} as const;

/** A conversation with everything in it that a provider takes back. */
export const CONVERSATION: TurnRequest = {
  messages: [
    { role: "system", content: "Be brief." },
    { role: "user", content: "Weather in Oslo and Bergen?" },
    {
      role: "assistant",
      content: "Let me look.",
      reasoning: [{ text: "Two calls.", signature: "c2ln" }, { text: "", redacted: "ZW5j" }],
      toolCalls: [
        { id: "id-a", name: "get_weather", arguments: '{"city":"Oslo"}' },
        { id: "id-b", name: "get_weather", arguments: '{"city": "Bergen"}' },
      ],
    },
    { role: "tool", toolCallId: "id-a", content: "Rain" },
    { role: "tool", toolCallId: "id-b", content: "No such city", isError: true },
    { role: "user", content: "And now?" },
  ],
  tools: [
    { name: "get_weather", description: "The weather of a city", parameters: CITY_SCHEMA },
    { name: "get_time", parameters: { type: "object", properties: {} } },
  ],
  toolChoice: { mode: "tool", name: "get_weather" },
  maxTokens: 100,
  temperature: 0.5,
  stop: ["END"],
};

/** The least a request can be. */
export const PLAIN: TurnRequest = { messages: [{ role: "user", content: "hi" }] };

/** A request with one tool and a choice. */
export function choosing(toolChoice: ToolChoice | undefined): TurnRequest {
  return { ...PLAIN, tools: [{ name: "t", parameters: { type: "object" } }], toolChoice };
}
