import { assertEquals, assertStringIncludes } from "@std/assert";
import { MockGPT } from "../../../mock.ts";
import type { ModelResult } from "../../../mock.ts";

const schema = {
  type: "object",
  properties: { age: { type: "integer" } },
  required: ["age"],
  additionalProperties: false,
};
const { additionalProperties: _, ...geminiSchema } = schema;
const messages = [{ role: "user", content: "hi, in JSON" }];
const contents = [{ role: "user", parts: [{ text: "hi" }] }];
const GENERATE = "/v1beta/models/gemini-2.5-pro:generateContent";

/** Requests whose answer the provider promises to satisfy a schema. */
const PROMISED: readonly (readonly [name: string, path: string, body: object])[] = [
  ["chat completions, strict", "/v1/chat/completions", {
    model: "m",
    messages,
    response_format: { type: "json_schema", json_schema: { name: "n", schema, strict: true } },
  }],
  ["Responses, strict", "/v1/responses", {
    model: "m",
    input: "hi",
    text: { format: { type: "json_schema", name: "n", schema, strict: true } },
  }],
  ["Anthropic's output_config", "/v1/messages", {
    model: "m",
    max_tokens: 100,
    messages,
    output_config: { format: { type: "json_schema", schema } },
  }],
  ["Gemini's responseSchema", GENERATE, {
    contents,
    generationConfig: { responseMimeType: "application/json", responseSchema: geminiSchema },
  }],
  ["Gemini's responseJsonSchema", GENERATE, {
    contents,
    generationConfig: { responseMimeType: "application/json", responseJsonSchema: schema },
  }],
  ["Cohere's json_schema", "/v2/chat", {
    model: "m",
    messages,
    response_format: { type: "json_object", json_schema: schema },
  }],
  ["Ollama's format", "/api/chat", { model: "m", messages, stream: false, format: schema }],
  ["Ollama's format of generate", "/api/generate", {
    model: "m",
    prompt: "hi",
    stream: false,
    format: schema,
  }],
];

/** Those whose answer may break it. */
const HOPED: typeof PROMISED = [
  ["chat completions", "/v1/chat/completions", {
    model: "m",
    messages,
    response_format: { type: "json_schema", json_schema: { name: "n", schema } },
  }],
  ["Responses", "/v1/responses", {
    model: "m",
    input: "hi",
    text: { format: { type: "json_schema", name: "n", schema } },
  }],
];

async function ask(path: string, body: object, result: ModelResult) {
  const mock = new MockGPT({ rules: [{ result }] });
  const response = await mock.fetch(`http://mock${path}`, {
    method: "POST",
    headers: { "anthropic-version": "2023-06-01" },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text(), record: mock.records[0]! };
}

for (const [name, path, body] of PROMISED) {
  Deno.test(`a result must satisfy the schema of ${name}`, async () => {
    const bad = await ask(path, body, { content: { age: "old" } });
    assertEquals(bad.status, 400, bad.text);
    assertStringIncludes(bad.text, "breaks its JSON Schema");
    assertEquals([bad.record.status, bad.record.outcome], [400, "failed"]);
    assertEquals((await ask(path, body, { content: { age: 7 } })).status, 200);
    const unchecked = { content: { age: "old" }, unchecked: true };
    assertEquals((await ask(path, body, unchecked)).status, 200);
  });
}

for (const [name, path, body] of HOPED) {
  Deno.test(`a result may break the schema of ${name} that is not strict`, async () => {
    assertEquals((await ask(path, body, { content: { age: "old" } })).status, 200);
  });
}

Deno.test("a result must be one of the texts of Gemini's enum", async () => {
  const responseSchema = { type: "STRING", enum: ["red", "blue"] };
  const body = { contents, generationConfig: { responseMimeType: "text/x.enum", responseSchema } };
  const bad = await ask(GENERATE, body, { content: "green" });
  assertEquals(bad.status, 400, bad.text);
  assertStringIncludes(bad.text, "is none of the texts red, blue");
  assertEquals((await ask(GENERATE, body, { content: "blue" })).status, 200);
  assertEquals((await ask(GENERATE, body, { content: "green", unchecked: true })).status, 200);
});
