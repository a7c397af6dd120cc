import { assertEquals } from "@std/assert";
import { MockGPT } from "../../../mock.ts";
import type { Rule } from "../../../mock.ts";

const messages = [{ role: "user", content: "hi" }];
const GEMINI = "/v1beta/models/m";

async function ask(path: string, body: object, rule: Rule) {
  const mock = new MockGPT({ rules: [rule] });
  const response = await mock.fetch(`http://mock${path}`, {
    method: "POST",
    headers: { "anthropic-version": "2023-06-01" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json(), record: mock.records[0]! };
}

const PROBLEM = { kind: "server", message: "M", type: "T", code: "C", param: "P" } as const;

Deno.test("type, code and param of a problem stand where each provider has them", async () => {
  const rule: Rule = { response: { problem: PROBLEM } };
  const openai = await ask("/v1/chat/completions", { model: "m", messages }, rule);
  assertEquals(openai.body.error, { message: "M", type: "T", code: "C", param: "P" });
  const anthropic = await ask("/v1/messages", { model: "m", max_tokens: 9, messages }, rule);
  assertEquals(anthropic.body.error, { type: "T", message: "M", details: { error_code: "C" } });
  const contents = [{ role: "user", parts: [{ text: "hi" }] }];
  const { error } = (await ask(`${GEMINI}:generateContent`, { contents }, rule)).body;
  assertEquals([error.status, error.details[0].reason], ["T", "C"]);
  const ollama = await ask("/api/chat", { model: "m", messages }, rule);
  assertEquals(ollama.body, { error: "M" });
  const cohere = await ask("/v2/chat", { model: "m", messages }, rule);
  assertEquals([Object.keys(cohere.body), cohere.body.message], [["id", "message"], "M"]);
});

/** Requests of vectors of a length. */
const VECTORS: readonly (readonly [path: string, body: object])[] = [
  ["/v1/embeddings", { model: "m", input: "hi", dimensions: 300 }],
  [`${GEMINI}:embedContent`, { content: { parts: [{ text: "hi" }] }, outputDimensionality: 300 }],
  ["/v2/embed", { model: "m", input_type: "search_query", texts: ["hi"], output_dimension: 256 }],
];

for (const [path, body] of VECTORS) {
  Deno.test(`a rule's vector that is too short for ${path} is refused, and its record says so`, async () => {
    const short = await ask(path, body, { embedding: [1, 0] });
    assertEquals([short.status, short.record.status, short.record.outcome], [400, 400, "failed"]);
    const enough = await ask(path, body, { embedding: Array<number>(400).fill(0.05) });
    assertEquals([enough.status, enough.record.outcome], [200, "served"]);
    const { data, embedding, embeddings } = enough.body;
    const vector = data?.[0].embedding ?? embedding?.values ?? embeddings.float[0];
    assertEquals(vector.length, path === "/v2/embed" ? 256 : 300);
  });
}
