import { assert, assertEquals, assertThrows } from "@std/assert";
import { MockGPT } from "../../../mock.ts";
import { isObject } from "../../../src/wire/json.ts";
import type { JsonObject } from "../../../src/wire/json.ts";

const schema = { type: "object", properties: {}, required: [], additionalProperties: false };
const CALLED = { id: "call_1", type: "function", function: { name: "look", arguments: "{}" } };
const FUNCTION = { name: "look", description: "d", parameters: schema };

/** Requests with as many kinds of objects as may stand in them. */
const ASKS: readonly (readonly [name: string, path: string, body: JsonObject])[] = [
  ["chat completions", "/v1/chat/completions", {
    model: "m",
    stream: true,
    stream_options: { include_usage: true },
    messages: [
      { role: "developer", content: [{ type: "text", text: "be brief, in JSON" }] },
      { role: "user", content: [{ type: "image_url", image_url: { url: "http://x/y.png" } }] },
      { role: "assistant", content: null, tool_calls: [CALLED] },
      { role: "tool", tool_call_id: "call_1", content: "5" },
    ],
    tools: [{ type: "function", function: FUNCTION }],
    response_format: { type: "json_schema", json_schema: { name: "n", schema } },
  }],
  ["completions", "/v1/completions", {
    model: "m",
    prompt: "hi",
    stream_options: {},
    stream: true,
  }],
  ["embeddings", "/v1/embeddings", { model: "m", input: "hi" }],
  ["Responses", "/v1/responses", {
    model: "m",
    input: [
      { role: "user", content: [{ type: "input_text", text: "hi" }] },
      { type: "function_call", call_id: "call_1", name: "look", arguments: "{}" },
      { type: "function_call_output", call_id: "call_1", output: "5" },
    ],
    stream: true,
    stream_options: { include_obfuscation: false },
    reasoning: { effort: "low" },
    text: { format: { type: "json_schema", name: "n", schema } },
    tools: [{ type: "function", ...FUNCTION, strict: false }],
    tool_choice: {
      type: "allowed_tools",
      mode: "auto",
      tools: [{ type: "function", name: "look" }],
    },
  }],
  ["Responses' tokens", "/v1/responses/input_tokens", {
    model: "m",
    input: [{ role: "user", content: [{ type: "input_text", text: "hi" }] }],
  }],
  ["Anthropic", "/v1/messages", {
    model: "m",
    max_tokens: 2000,
    system: [{ type: "text", text: "be brief", cache_control: { type: "ephemeral" } }],
    messages: [
      { role: "user", content: [{ type: "text", text: "hi" }] },
      { role: "assistant", content: [{ type: "tool_use", id: "t1", name: "look", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: "5" }] },
    ],
    tools: [{ name: "look", description: "d", input_schema: schema }],
    tool_choice: { type: "auto" },
    thinking: { type: "disabled" },
    metadata: { user_id: "u" },
    output_config: { format: { type: "json_schema", schema } },
  }],
  ["Anthropic's tokens", "/v1/messages/count_tokens", {
    model: "m",
    messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }],
  }],
  ["Gemini", "/v1beta/models/gemini-2.5-pro:generateContent", {
    systemInstruction: { parts: [{ text: "be brief" }] },
    contents: [
      { role: "user", parts: [{ text: "hi" }] },
      { role: "model", parts: [{ functionCall: { name: "look", args: {} } }] },
      { role: "user", parts: [{ functionResponse: { name: "look", response: {} } }] },
    ],
    tools: [{ functionDeclarations: [{ name: "look", description: "d" }] }],
    toolConfig: { functionCallingConfig: { mode: "AUTO" } },
    generationConfig: { temperature: 1, thinkingConfig: { includeThoughts: false } },
    safetySettings: [{ category: "HARM_CATEGORY_HARASSMENT", threshold: "BLOCK_NONE" }],
  }],
  ["Gemini's tokens", "/v1beta/models/m:countTokens", { contents: [{ parts: [{ text: "hi" }] }] }],
  ["Gemini's vectors", "/v1beta/models/m:embedContent", { content: { parts: [{ text: "hi" }] } }],
  ["Gemini's many vectors", "/v1beta/models/m:batchEmbedContents", {
    requests: [{ model: "models/m", content: { parts: [{ text: "hi" }] } }],
  }],
  ["Cohere", "/v2/chat", {
    model: "m",
    messages: [
      { role: "user", content: [{ type: "text", text: "hi" }] },
      { role: "assistant", tool_calls: [CALLED] },
      { role: "tool", tool_call_id: "call_1", content: [{ type: "text", text: "5" }] },
    ],
    tools: [{ type: "function", function: FUNCTION }],
    documents: [{ id: "d", data: { text: "x" } }],
    citation_options: { mode: "FAST" },
    thinking: { type: "disabled" },
  }],
  ["Cohere's vectors", "/v2/embed", {
    model: "m",
    input_type: "search_query",
    inputs: [{ content: [{ type: "text", text: "hi" }] }],
  }],
  ["Ollama", "/api/chat", {
    model: "m",
    messages: [{ role: "user", content: "hi" }],
    options: { seed: 1 },
  }],
];

const UNKNOWN = "surely_unknown";

/** Gives a request once for each object in it, with an unknown member there. */
function* spoiled(body: JsonObject): Generator<JsonObject> {
  yield { ...body, [UNKNOWN]: 1 };
  for (const [name, member] of Object.entries(body)) {
    if (isObject(member)) { for (const one of spoiled(member)) yield { ...body, [name]: one }; }
    if (!Array.isArray(member)) continue;
    for (const [index, item] of member.entries()) {
      if (!isObject(item)) continue;
      for (const one of spoiled(item)) yield { ...body, [name]: member.with(index, one) };
    }
  }
}

async function statusOf(mock: MockGPT, path: string, body: JsonObject): Promise<string> {
  const response = await mock.fetch(`http://mock${path}`, {
    method: "POST",
    headers: { "anthropic-version": "2023-06-01" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return response.ok ? "ok" : text;
}

for (const [name, path, body] of ASKS) {
  Deno.test(`members that ${name} does not have are accepted where the mock accepts them`, async () => {
    const rules = [{ result: { content: "ok", unchecked: true } }];
    const strict = new MockGPT({ rules });
    const open = new MockGPT({ rules, unknownMembers: "accept" });
    assertEquals(await statusOf(strict, path, body), "ok");
    let refused = 0;
    for (const one of spoiled(body)) {
      if (await statusOf(strict, path, one) !== "ok") refused++;
      assertEquals(await statusOf(open, path, one), "ok", JSON.stringify(one));
    }
    assert(refused > 0 || name === "Ollama");
  });
}

Deno.test("rules see the members that were accepted, in chat completions", async () => {
  const mock = new MockGPT({ rules: [{ result: "ok" }], unknownMembers: "accept" });
  const provider = { order: ["deepinfra"] };
  const messages = [{ role: "user", content: "hi" }, {
    role: "assistant",
    content: "{",
    prefix: true,
  }];
  assertEquals(
    await statusOf(mock, "/v1/chat/completions", { model: "m", messages, provider }),
    "ok",
  );
  const { request } = mock.records[0]!;
  assertEquals(request.provider, provider);
  assertEquals(request.messages[1]!.prefix, true);
});

Deno.test("what is accepted is never taken for a member that is checked", async () => {
  const mock = new MockGPT({ rules: [{ result: "ok" }], unknownMembers: "accept" });
  const text = await statusOf(mock, "/v1/chat/completions", {
    model: "m",
    messages: [],
    top_k: 5,
  });
  assert(text.includes("empty array"), text);
});

Deno.test("MockGPT() refuses another word for what happens to unknown members", () => {
  assertThrows(
    () => new MockGPT({ unknownMembers: "ignore" as "accept" }),
    TypeError,
    "options.unknownMembers",
  );
});
