import { HTTP_PROMPTS } from "../../testing.ts";
import { CITIES, TEXTS } from "./peer.ts";
import type { Peer } from "./peer.ts";

/** It takes these names for all wires. */
const USAGE = { prompt_tokens: 7, completion_tokens: 9 };

/** CopilotKit's mock of many providers. */
export const AIMOCK: Peer = {
  name: "@copilotkit/aimock",
  wires: ["openai-chat", "openai-responses", "anthropic-messages", "gemini", "ollama", "cohere"],
  rules: { file: "aimock.json", content: { fixtures: fixtures() } },
  start: (port) => ({
    args: [
      "node_modules/@copilotkit/aimock/dist/cli.js",
      ...["--port", String(port), "--fixtures", "aimock.json", "--log-level", "silent"],
    ],
    env: {},
  }),
  health: "/health",
  without: { inFlight: "it does not tell what it is answering" },
};

function fixtures(): object[] {
  const texts = Object.entries(TEXTS).map(([name, content]) => ({
    match: { userMessage: HTTP_PROMPTS[name as keyof typeof TEXTS] },
    // It counts for chat completions alone; for the other wires it must be told.
    response: { content, usage: { ...USAGE, completion_tokens: name === "long" ? 900 : 9 } },
  }));
  const calls = Object.entries(CITIES).map(([name, cities]) => ({
    match: { userMessage: HTTP_PROMPTS[name as keyof typeof CITIES] },
    response: {
      toolCalls: cities.map((city) => ({ name: "weather", arguments: JSON.stringify({ city }) })),
      usage: USAGE,
    },
  }));
  return [...texts, ...calls];
}
