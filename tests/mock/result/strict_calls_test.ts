import { assertEquals, assertStringIncludes } from "@std/assert";
import { MockGPT } from "../../../mock.ts";
import type { ModelResult } from "../../../mock.ts";

const PARAMETERS = {
  type: "object",
  properties: { count: { type: "integer" } },
  required: ["count"],
  additionalProperties: false,
};
const TOOL = { name: "f", strict: true };
const MESSAGES = [{ role: "user", content: "x" }];

/** A request with a tool that its provider holds to its schema. */
const ENDPOINTS = [
  ["/v1/chat/completions", {
    messages: MESSAGES,
    tools: [{ type: "function", function: { ...TOOL, parameters: PARAMETERS } }],
  }],
  ["/v1/responses", {
    input: "x",
    tools: [{ type: "function", ...TOOL, parameters: PARAMETERS }],
  }],
  ["/v1/messages", {
    max_tokens: 100,
    messages: MESSAGES,
    tools: [{ ...TOOL, input_schema: PARAMETERS }],
  }],
  ["/v2/chat", {
    messages: MESSAGES,
    strict_tools: true,
    tools: [{ type: "function", function: { name: "f", parameters: PARAMETERS } }],
  }],
  ["/v1beta/models/m:generateContent", {
    contents: [{ parts: [{ text: "x" }] }],
    tools: [{ functionDeclarations: [{ name: "f", parametersJsonSchema: PARAMETERS }] }],
    toolConfig: { functionCallingConfig: { mode: "VALIDATED" } },
  }],
] as const;

async function answerTo(
  [path, body]: typeof ENDPOINTS[number],
  result: ModelResult,
  more: object = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const mock = new MockGPT({ rules: [{ result }] });
  const response = await mock.fetch(`http://mock${path}`, {
    method: "POST",
    headers: { "anthropic-version": "2023-06-01" },
    body: JSON.stringify(path.includes("/models/") ? body : { model: "m", ...body, ...more }),
  });
  return { status: response.status, text: await response.text() };
}

const call = (args: object | string, more: Partial<ModelResult> = {}): ModelResult => ({
  toolCalls: [{ name: "f", arguments: args as string }],
  ...more,
});

for (const endpoint of ENDPOINTS) {
  Deno.test(`a call of a strict tool satisfies its schema: ${endpoint[0]}`, async () => {
    for (const stream of [false, true]) {
      assertEquals((await answerTo(endpoint, call({ count: 1 }), { stream })).status, 200);
      for (const args of [{ count: "one" }, {}, { count: 1, more: 2 }, '{"count":']) {
        const { status, text } = await answerTo(endpoint, call(args), { stream });
        assertEquals(status, 400);
        assertStringIncludes(text, '"f\\" with arguments that ');
        const unchecked = await answerTo(endpoint, call({ count: "one" }, { unchecked: true }));
        assertEquals(unchecked.status, 200);
      }
    }
  });
}

Deno.test("a call of a tool that is not strict is the rule's affair, and so is one that was cut", async () => {
  const [path, body] = ENDPOINTS[0];
  const tools = [{ type: "function", function: { name: "f", parameters: PARAMETERS } }];
  const loose = [path, { ...body, tools }] as unknown as typeof ENDPOINTS[0];
  assertEquals((await answerTo(loose, call({ count: "one" }))).status, 200);
  const cut = call('{"count":', { finishReason: "length" });
  for (const endpoint of ENDPOINTS.slice(0, 3)) {
    assertEquals((await answerTo(endpoint, cut, { stream: true })).status, 200);
  }
});
