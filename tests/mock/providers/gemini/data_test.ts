import { assertAlmostEquals, assertEquals, assertStringIncludes } from "@std/assert";
import { MockGPT } from "../../../../mock.ts";
import type { JsonObject } from "../../../../src/wire/json.ts";
import { HI, MODELS, send, whole } from "./asked.ts";

const EMBEDDING = `${MODELS}/gemini-embedding-001`;

Deno.test("countTokens gives what an answer says that its prompt had", async () => {
  const mock = new MockGPT({ rules: [{ result: "x" }] });
  const request = {
    contents: HI,
    systemInstruction: { parts: [{ text: "Be brief." }] },
    tools: [{ functionDeclarations: [{ name: "find", description: "Finds." }] }],
  };
  const { usageMetadata } = await whole(mock, request);
  for (const body of [request, { generateContentRequest: { model: "models/m", ...request } }]) {
    const counted = await send(mock, body, `${MODELS}/m:countTokens`);
    assertEquals(counted.body.totalTokens, (usageMetadata as JsonObject).promptTokenCount);
  }
});

Deno.test("countTokens refuses what Gemini refuses", async () => {
  const mock = new MockGPT({ rules: [] });
  const url = `${MODELS}/m:countTokens`;
  const none = await send(mock, {}, url);
  assertEquals(none.status, 400);
  const both = await send(mock, { contents: HI, generateContentRequest: { contents: HI } }, url);
  assertEquals(both.status, 400);
});

Deno.test("embedContent gives a rule's vector, else one that the text decides", async () => {
  const mock = new MockGPT({ rules: [{ prompt: "known", embedding: [1, 2, 3] }] });
  const content = (text: string) => ({ content: { parts: [{ text }] } });
  const known = await send(mock, content("known"), `${EMBEDDING}:embedContent`);
  assertEquals(known.body.embedding, { values: [1, 2, 3] });
  const cut = { ...content("known"), output_dimensionality: 2 };
  const first = await send(mock, cut, `${EMBEDDING}:embedContent`);
  assertEquals(first.body.embedding, { values: [1, 2] });
  const other = await send(mock, content("x"), `${EMBEDDING}:embedContent`);
  const { values } = other.body.embedding as { values: number[] };
  assertEquals(values.length, 3072);
  assertAlmostEquals(Math.hypot(...values), 1);
  const again = await send(mock, content("x"), `${EMBEDDING}:embedContent`);
  assertEquals(again.body, other.body);
});

Deno.test("batchEmbedContents gives a vector for each request, in their order", async () => {
  const mock = new MockGPT({ rules: [] });
  const request = (text: string) => ({
    model: "models/gemini-embedding-001",
    content: { parts: [{ text }] },
    outputDimensionality: 4,
  });
  const url = `${EMBEDDING}:batchEmbedContents`;
  const { body } = await send(mock, { requests: [request("a"), request("b")] }, url);
  const [a, b] = body.embeddings as { values: number[] }[];
  const { body: alone } = await send(mock, request("b"), `${EMBEDDING}:embedContent`);
  assertEquals(alone.embedding, b);
  assertEquals(a!.values.length, 4);
  assertEquals(mock.records.map(({ surface }) => surface), Array(3).fill("embeddings"));
});

Deno.test("each request of a batch names the model of the path", async () => {
  const mock = new MockGPT({ rules: [] });
  const content = { parts: [{ text: "x" }] };
  for (const [model, message] of [[undefined, "is not specified"], ["models/m", "must match"]]) {
    const url = `${EMBEDDING}:batchEmbedContents`;
    const { body } = await send(mock, { requests: [{ model, content }] }, url);
    const { error } = body as { error: { message: string } };
    assertStringIncludes(error.message, "BatchEmbedContentsRequest.requests[0].model: model");
    assertStringIncludes(error.message, message!);
  }
});

Deno.test("vectors are refused as Gemini refuses them", async () => {
  const mock = new MockGPT({ rules: [] });
  const one = { content: { parts: [{ text: "x" }] } };
  const refused = [
    ["embedContent", {}],
    ["embedContent", { content: { parts: [{ text: "" }] } }],
    ["embedContent", { ...one, outputDimensionality: 0 }],
    ["embedContent", { ...one, foo: 1 }],
    ["embedContent", { ...one, taskType: "FOO" }],
    ["batchEmbedContents", { requests: [] }],
    ["batchEmbedContents", { requests: [one] }],
    ["batchEmbedContents", { requests: [{ ...one, model: "models/other" }] }],
    ["batchEmbedContents", { requests: Array(101).fill(one) }],
    ["predict", { instances: [{ content: "" }] }],
  ] as const;
  for (const [method, body] of refused) {
    assertEquals((await send(mock, body, `${EMBEDDING}:${method}`)).status, 400);
  }
});

Deno.test("Vertex AI predicts vectors", async () => {
  const mock = new MockGPT({ rules: [{ embedding: [1, 2] }] });
  const url =
    "http://mock/v1/projects/p/locations/l/publishers/google/models/text-embedding-005:predict";
  const { body } = await send(mock, { instances: [{ content: "one two" }] }, url);
  assertEquals(body.predictions, [
    { embeddings: { values: [1, 2], statistics: { token_count: 2, truncated: false } } },
  ]);
});

Deno.test("the models that rules name are listed page by page, and given one by one", async () => {
  const rules = ["gemini-a", "gemini-b", "gemini-embedding-x"].map((model) => ({
    model,
    result: "x",
  }));
  const mock = new MockGPT({ rules });
  const get = async (path: string, headers = {}) =>
    await (await mock.fetch(`http://mock/${path}`, { headers })).json();
  const first = await get("v1beta/models?pageSize=2");
  assertEquals(first.models.map(({ name }: JsonObject) => name), [
    "models/gemini-a",
    "models/gemini-b",
  ]);
  const next = await get(`v1beta/models?pageSize=2&pageToken=${first.nextPageToken}`);
  assertEquals(next.models.length, 1);
  assertEquals(next.nextPageToken, undefined);
  assertEquals(next.models[0].supportedGenerationMethods[0], "embedContent");
  assertEquals(await get("v1beta/models/gemini-a"), first.models[0]);
  const { error } = await get("v1beta/models/other");
  assertEquals([error.code, error.status], [404, "NOT_FOUND"]);
  // OpenAI has the paths of this version as well; Google's key tells.
  assertEquals((await get("v1/models", { "x-goog-api-key": "k" })).models.length, 3);
  assertEquals((await get("v1/models/gemini-a?key=k")).name, "models/gemini-a");
  assertEquals((await get("v1/models")).object, "list");
});
