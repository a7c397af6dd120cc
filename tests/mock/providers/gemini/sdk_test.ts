import { assertEquals, assertInstanceOf, assertRejects } from "@std/assert";
import {
  ApiError,
  FinishReason,
  FunctionCallingConfigMode,
  GoogleGenAI,
  Type,
} from "npm:@google/genai@3.3.0";
import type { GenerateContentResponse } from "npm:@google/genai@3.3.0";
import { MockGPT } from "../../../../mock.ts";
import type { ModelResult, Rule } from "../../../../mock.ts";
import { testPins } from "../../../sdks/pinned.ts";
import { MODEL } from "./asked.ts";

testPins(import.meta.url);

const FULL: ModelResult = {
  reasoning: [{ text: "First.", signature: "c2ln" }],
  content: "服务在线。 All is well.",
  citations: [{ url: "https://status.example", title: "Status", start: 0, end: 5 }],
  toolCalls: [
    { name: "find", arguments: { q: "状态" } },
    { name: "note", arguments: {}, id: "own" },
  ],
  usage: { input: 10, output: 20, reasoning: 5, cacheRead: 3 },
};

function sdk(...rules: readonly Rule[]): { readonly ai: GoogleGenAI; readonly mock: MockGPT } {
  const mock = new MockGPT({ rules });
  const httpOptions = { baseUrl: "http://mock", fetch: mock.fetch };
  return { ai: new GoogleGenAI({ apiKey: "none", httpOptions }), mock };
}

const SAID = {
  text: "服务在线。 All is well.",
  thoughts: "First.",
  signatures: ["c2ln"],
  calls: [{ name: "find", args: { q: "状态" } }, { name: "note", args: {}, id: "own" }],
  finish: "STOP",
  citations: [{ startIndex: 0, endIndex: 15, uri: "https://status.example" }],
  counts: { prompt: 13, candidates: 15, thoughts: 5, total: 33, cached: 3 },
};

/** What an answer is made of, whichever way it was asked for. */
function said(chunks: readonly GenerateContentResponse[]): typeof SAID {
  const parts = chunks.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []);
  const last = chunks.at(-1);
  const { usageMetadata: usage } = last!;
  return {
    text: parts.map(({ text, thought }) => thought ? "" : text ?? "").join(""),
    thoughts: parts.map(({ text, thought }) => thought ? text : "").join(""),
    signatures: parts.flatMap(({ thoughtSignature }) => thoughtSignature ?? []),
    calls: parts.flatMap(({ functionCall }) => functionCall ?? []) as typeof SAID.calls,
    finish: last?.candidates?.[0]?.finishReason ?? "",
    citations: (last?.candidates?.[0]?.citationMetadata?.citations ?? []) as typeof SAID.citations,
    counts: {
      prompt: usage?.promptTokenCount ?? 0,
      candidates: usage?.candidatesTokenCount ?? 0,
      thoughts: usage?.thoughtsTokenCount ?? 0,
      total: usage?.totalTokenCount ?? 0,
      cached: usage?.cachedContentTokenCount ?? 0,
    },
  };
}

async function streamed(
  ai: GoogleGenAI,
  config = {},
): Promise<readonly GenerateContentResponse[]> {
  const chunks: GenerateContentResponse[] = [];
  const stream = await ai.models.generateContentStream({ model: MODEL, contents: "状态", config });
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

Deno.test("@google/genai reads a whole answer of the mock", async () => {
  const { ai } = sdk({ result: FULL });
  const response = await ai.models.generateContent({ model: MODEL, contents: "状态" });
  assertEquals(said([response]), SAID);
  assertEquals(response.functionCalls?.length, 2);
  assertEquals([response.modelVersion, response.responseId], [MODEL, "mock-1"]);
});

Deno.test("@google/genai reads a streamed answer of the mock", async () => {
  const { ai } = sdk({ result: FULL });
  const chunks = await streamed(ai);
  assertEquals(said(chunks), SAID);
  assertEquals(new Set(chunks.map(({ responseId }) => responseId)), new Set(["mock-1"]));
});

Deno.test("what @google/genai asks for reaches the rules", async () => {
  const { ai, mock } = sdk({
    instructions: "brief",
    prompt: "Where",
    tool: "find",
    result: { toolCalls: [{ name: "find", arguments: { q: "x" } }] },
  });
  const parameters = { type: Type.OBJECT, properties: { q: { type: Type.STRING } } };
  await ai.models.generateContent({
    model: MODEL,
    contents: "Where?",
    config: {
      systemInstruction: "Be brief.",
      tools: [{ functionDeclarations: [{ name: "find", parameters }] }],
      toolConfig: { functionCallingConfig: { mode: FunctionCallingConfigMode.ANY } },
      temperature: 0.5,
      safetySettings: [],
    },
  });
  const [{ request }] = mock.records as [typeof mock.records[0]];
  assertEquals(request.temperature, 0.5);
  assertEquals(request.tool_choice, "required");
});

Deno.test("@google/genai's chat goes on with calls and what functions gave", async () => {
  const { ai, mock } = sdk(
    { toolResult: true, result: "It is 42." },
    { result: { toolCalls: [{ name: "find", arguments: {} }] } },
  );
  const chat = ai.chats.create({ model: "gemini-3-pro" });
  const asked = await chat.sendMessage({ message: "What?" });
  const [call] = asked.functionCalls ?? [];
  const response = { name: "find", response: { n: 42 }, ...(call?.id && { id: call.id }) };
  const answer = await chat.sendMessage({ message: [{ functionResponse: response }] });
  assertEquals(answer.text, "It is 42.");
  const { messages } = mock.records[1]!.request;
  assertEquals(messages.map(({ role }) => role), ["user", "assistant", "tool"]);
});

Deno.test("every reason to finish is one that @google/genai knows", async () => {
  const words: readonly string[] = Object.values(FinishReason);
  for (const finishReason of ["stop", "tool_use", "length", "filtered"]) {
    const { ai } = sdk({ result: { content: "x", finishReason } });
    const [chunk] = (await streamed(ai)).slice(-1);
    const word = chunk?.candidates?.[0]?.finishReason;
    assertEquals([finishReason, words.includes(word ?? "")], [finishReason, true]);
  }
});

Deno.test("@google/genai's structured output is what the mock answers", async () => {
  const { ai } = sdk({ json: "schema", result: { content: { city: "Oslo" } } });
  const response = await ai.models.generateContent({
    model: MODEL,
    contents: "Where?",
    config: {
      responseMimeType: "application/json",
      responseSchema: { type: Type.OBJECT, properties: { city: { type: Type.STRING } } },
    },
  });
  assertEquals(JSON.parse(response.text ?? ""), { city: "Oslo" });
});

Deno.test("@google/genai sees several candidates, log probabilities and a blocked prompt", async () => {
  const { ai } = sdk({ prompt: "bad", result: { finishReason: "filtered" } }, { result: "a b" });
  const config = { candidateCount: 2, responseLogprobs: true, logprobs: 1 };
  const { candidates = [] } = await ai.models.generateContent({
    model: MODEL,
    contents: "good",
    config,
  });
  assertEquals(candidates.map(({ index }) => index), [0, 1]);
  assertEquals(candidates[1]?.logprobsResult?.chosenCandidates?.length, 2);
  const blocked = await ai.models.generateContent({ model: MODEL, contents: "bad" });
  assertEquals(blocked.promptFeedback?.blockReason, "SAFETY");
  assertEquals(blocked.text, undefined);
});

Deno.test("@google/genai counts tokens, makes vectors and lists models at the mock", async () => {
  const { ai } = sdk({ model: MODEL, result: "x" });
  const { totalTokens } = await ai.models.countTokens({ model: MODEL, contents: "one two" });
  assertEquals(totalTokens, 6);
  const { embeddings = [] } = await ai.models.embedContent({
    model: "gemini-embedding-001",
    contents: ["a", "b"],
    config: { outputDimensionality: 8 },
  });
  assertEquals(embeddings.map(({ values }) => values?.length), [8, 8]);
  const names: (string | undefined)[] = [];
  for await (const { name } of await ai.models.list()) names.push(name);
  assertEquals(names, [`models/${MODEL}`]);
  const model = await ai.models.get({ model: MODEL });
  assertEquals(model.supportedActions?.[0], "generateContent");
});

Deno.test("@google/genai throws its own error for what the mock refuses and describes", async () => {
  const { ai } = sdk({ response: { problem: { kind: "rate_limit", message: "Slow down." } } });
  const limited = await assertRejects(() => streamed(ai), ApiError);
  assertEquals(limited.status, 429);
  const contents = [{ role: "nobody", parts: [{ text: "x" }] }];
  const refused = await assertRejects(
    () => ai.models.generateContent({ model: MODEL, contents }),
    ApiError,
  );
  assertEquals(refused.status, 400);
});

Deno.test("@google/genai throws what the mock says within a stream", async () => {
  const problem = { kind: "overloaded", message: "Too busy." } as const;
  for (const type of [undefined, "data"]) {
    const faults = [{
      kind: "error-frame" as const,
      afterFrames: 1,
      problem: { ...problem, type },
    }];
    const { ai } = sdk({ result: "one two", delivery: { faults } });
    const error = await assertRejects(() => streamed(ai));
    if (type === "data") assertInstanceOf(error, ApiError);
    else assertEquals((error as Error).message, "Incomplete JSON segment at the end");
  }
});

Deno.test("@google/genai reads Vertex AI's endpoints of the mock", async () => {
  const mock = new MockGPT({ rules: [{ result: FULL }] });
  const httpOptions = { baseUrl: "http://mock", fetch: mock.fetch };
  const ai = new GoogleGenAI({ vertexai: true, apiKey: "none", httpOptions });
  const citations = SAID.citations.map((citation) => ({ ...citation, title: "Status" }));
  assertEquals<unknown>(said(await streamed(ai)), { ...SAID, citations });
  const response = await ai.models.generateContent({ model: MODEL, contents: "状态" });
  assertEquals<unknown>(said([response]), { ...SAID, citations });
});
