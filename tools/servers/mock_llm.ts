import { HTTP_PROMPTS } from "../../testing.ts";
import { CITIES, TEXTS } from "./peer.ts";
import type { Peer } from "./peer.ts";

/** Dave Kerr's mock of OpenAI's chat completions, whose rules write the whole body of an answer. */
export const MOCK_LLM: Peer = {
  name: "@dwmkerr/mock-llm",
  wires: ["openai-chat"],
  // Its configuration is YAML, which JSON is a part of.
  rules: {
    file: "mock-llm.yaml",
    content: { streaming: { chunkSize: 20, chunkIntervalMs: 1 }, rules: rules() },
  },
  start: (port) => ({
    args: ["node_modules/@dwmkerr/mock-llm/dist/main.js", "--config", "mock-llm.yaml"],
    env: { HOST: "127.0.0.1", PORT: String(port) },
  }),
  health: "/health",
  without: { inFlight: "it does not tell what it is answering" },
};

function rules(): object[] {
  const texts = Object.entries(TEXTS).map(([name, content]) =>
    rule(HTTP_PROMPTS[name as keyof typeof TEXTS], { role: "assistant", content }, "stop")
  );
  const calls = Object.entries(CITIES).map(([name, cities]) => {
    const calls = cities.map((city, index) => ({
      id: `call_${index}`,
      type: "function",
      function: { name: "weather", arguments: JSON.stringify({ city }) },
    }));
    const message = { role: "assistant", content: null, tool_calls: calls };
    return rule(HTTP_PROMPTS[name as keyof typeof CITIES], message, "tool_calls");
  });
  return [...texts, ...calls];
}

function rule(prompt: string, message: object, reason: string): object {
  const body = {
    id: "chatcmpl-{{timestamp}}",
    object: "chat.completion",
    created: 1_700_000_000,
    model: "{{jmes request body.model}}",
    choices: [{ index: 0, message, finish_reason: reason }],
    usage: { prompt_tokens: 7, completion_tokens: 9, total_tokens: 16 },
  };
  return {
    // An expression, which would fit longer paths too.
    path: "^/v1/chat/completions$",
    method: "POST",
    match: `body.messages[-1].content == '${prompt}'`,
    response: { status: 200, content: JSON.stringify(body) },
  };
}
