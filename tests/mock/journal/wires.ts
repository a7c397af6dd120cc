import type { MockGPT, VerdictFinding } from "../../../mock.ts";

/** A call that a client says the model made: its arguments as text, and as value on wires that have them so. */
export interface SaidCall {
  readonly name?: string;
  readonly text: string;
  readonly value: unknown;
}

/** How one endpoint is asked, and how a client sends calls back there, each with its result. */
export interface CallWire {
  readonly wire: string;
  readonly path: string;
  readonly ask: (calls: readonly SaidCall[], prompt?: string) => object;
  /** Whether the call is free text. */
  readonly isCustom?: boolean;
}

const NAME = "get_weather";

function user(content = "Paris?"): object {
  return { role: "user", content };
}

function chat(kind: "function" | "custom", member: string): CallWire["ask"] {
  return (calls, prompt) => {
    const made = calls.map(({ name = NAME, text }, index) => (
      { id: `c${index}`, type: kind, [kind]: { name, [member]: text } }
    ));
    const results = made.map(({ id }) => ({ role: "tool", tool_call_id: id, content: "18" }));
    const said = calls.length === 0
      ? []
      : [{ role: "assistant", content: null, tool_calls: made }, ...results];
    return { model: "m", stream: true, messages: [user(prompt), ...said] };
  };
}

function responses(type: string, member: string): CallWire["ask"] {
  return (calls, prompt) => {
    const said = calls.flatMap(({ name = NAME, text }, index) => [
      { type, call_id: `c${index}`, name, [member]: text },
      { type: `${type}_output`, call_id: `c${index}`, output: "18" },
    ]);
    return { model: "m", stream: true, input: [user(prompt), ...said] };
  };
}

function legacy(calls: readonly SaidCall[], prompt?: string): object {
  const said = calls.flatMap(({ name = NAME, text }) => [
    { role: "assistant", content: null, function_call: { name, arguments: text } },
    { role: "function", name, content: "18" },
  ]);
  return { model: "m", stream: true, messages: [user(prompt), ...said] };
}

function anthropic(calls: readonly SaidCall[], prompt?: string): object {
  const made = calls.map(({ name = NAME, value: input }, index) => (
    { type: "tool_use", id: `toolu_${index}`, name, input }
  ));
  const results = made.map(({ id }) => ({ type: "tool_result", tool_use_id: id, content: "18" }));
  const said = calls.length === 0
    ? []
    : [{ role: "assistant", content: made }, { role: "user", content: results }];
  return { model: "m", stream: true, max_tokens: 99, messages: [user(prompt), ...said] };
}

function gemini(calls: readonly SaidCall[], prompt = "Paris?"): object {
  const said = [
    {
      role: "model",
      parts: calls.map(({ name = NAME, value: args }) => ({ functionCall: { name, args } })),
    },
    {
      role: "user",
      parts: calls.map(({ name = NAME }) => ({
        functionResponse: { name, response: { grades: 18 } },
      })),
    },
  ];
  const first = { role: "user", parts: [{ text: prompt }] };
  return { contents: calls.length === 0 ? [first] : [first, ...said] };
}

function ollama(calls: readonly SaidCall[], prompt?: string): object {
  const made = calls.map(({ name = NAME, value }) => ({ function: { name, arguments: value } }));
  const results = calls.map(({ name = NAME }) => (
    { role: "tool", tool_name: name, content: "18" }
  ));
  const said = calls.length === 0
    ? []
    : [{ role: "assistant", content: "", tool_calls: made }, ...results];
  return { model: "m", messages: [user(prompt), ...said] };
}

/** Every endpoint where a model makes calls. */
export const CALL_WIRES: readonly CallWire[] = [
  { wire: "chat", path: "/v1/chat/completions", ask: chat("function", "arguments") },
  {
    wire: "chat, custom",
    path: "/v1/chat/completions",
    ask: chat("custom", "input"),
    isCustom: true,
  },
  { wire: "chat, function_call", path: "/v1/chat/completions", ask: legacy },
  { wire: "responses", path: "/v1/responses", ask: responses("function_call", "arguments") },
  {
    wire: "responses, custom",
    path: "/v1/responses",
    ask: responses("custom_tool_call", "input"),
    isCustom: true,
  },
  { wire: "anthropic", path: "/v1/messages", ask: anthropic },
  { wire: "gemini", path: "/v1beta/models/m:streamGenerateContent?alt=sse", ask: gemini },
  { wire: "ollama", path: "/api/chat", ask: ollama },
  { wire: "cohere", path: "/v2/chat", ask: chat("function", "arguments") },
];

/** Asks, and reads the answer as far as it comes. */
export async function send(mock: MockGPT, path: string, body: object): Promise<void> {
  const headers = { "anthropic-version": "2023-06-01" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  const response = await mock.fetch(`http://mock${path}`, init);
  const text = await response.text().catch(String);
  if (response.status !== 200) throw new Error(text);
}

/** What the verdict finds on answers that were cut. */
export function cutFinding(mock: MockGPT): VerdictFinding {
  return mock.verdict().findings.find(({ rule }) => rule === "cut-is-not-whole")!;
}
