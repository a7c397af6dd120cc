import { assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { Cohere, CohereClientV2, CohereError } from "npm:cohere-ai@8.1.0";
import { MockGPT } from "../../../../mock.ts";
import type { ModelResult, Rule } from "../../../../mock.ts";
import { testPins } from "../../../sdks/pinned.ts";
import { modelResults } from "../../../support/model_results.ts";

testPins(import.meta.url);

function clientOf(...rules: readonly Rule[]): CohereClientV2 {
  const { fetch } = new MockGPT({ rules });
  return new CohereClientV2({ token: "none", baseUrl: "http://mock", fetch, maxRetries: 0 });
}

const ASKED = { model: "m", messages: [{ role: "user" as const, content: "hi" }] };

/** What the SDK makes of a stream. */
interface Gathered {
  text: string;
  thinking: string;
  plan: string;
  readonly calls: [string, string][];
  citations: number;
  reason: string | undefined;
  tokens: (number | undefined)[];
}

async function gathered(client: CohereClientV2): Promise<Gathered> {
  const all: Gathered = {
    text: "",
    thinking: "",
    plan: "",
    calls: [],
    citations: 0,
    reason: undefined,
    tokens: [],
  };
  for await (const event of await client.chatStream(ASKED)) {
    switch (event.type) {
      case "content-delta":
        all.text += event.delta?.message?.content?.text ?? "";
        all.thinking += event.delta?.message?.content?.thinking ?? "";
        break;
      case "tool-plan-delta":
        all.plan += event.delta?.message?.toolPlan ?? "";
        break;
      case "tool-call-start":
        all.calls.push([event.delta?.message?.toolCalls?.function?.name ?? "", ""]);
        break;
      case "tool-call-delta":
        all.calls.at(-1)![1] += event.delta?.message?.toolCalls?.function?.arguments ?? "";
        break;
      case "citation-start":
        all.citations++;
        break;
      case "message-end": {
        const { finishReason, usage } = event.delta ?? {};
        all.reason = finishReason;
        all.tokens = [usage?.tokens?.inputTokens, usage?.tokens?.outputTokens, usage?.cachedTokens];
      }
    }
  }
  return all;
}

async function whole(client: CohereClientV2): Promise<Gathered> {
  const { message, finishReason, usage } = await client.chat(ASKED);
  const joined = (type: "text" | "thinking") =>
    (message.content ?? []).map((part) => part.type === type ? Reflect.get(part, type) : "")
      .join("");
  return {
    text: joined("text"),
    thinking: joined("thinking"),
    plan: message.toolPlan ?? "",
    calls: (message.toolCalls ?? []).map(({ function: made }) => [
      made?.name ?? "",
      made?.arguments ?? "",
    ]),
    citations: message.citations?.length ?? 0,
    reason: finishReason,
    tokens: [usage?.tokens?.inputTokens, usage?.tokens?.outputTokens, usage?.cachedTokens],
  };
}

const NOTHING = { text: "", thinking: "", plan: "", calls: [], citations: 0 };

/** Every kind of answer, and what the SDK must make of it. */
const ANSWERS: readonly (readonly [string, ModelResult, Partial<Gathered>])[] = [
  ["text", { content: "服务在线。" }, { text: "服务在线。", reason: "COMPLETE" }],
  ["thinking", { reasoning: "Hm.", content: "Yes" }, {
    thinking: "Hm.",
    text: "Yes",
    reason: "COMPLETE",
  }],
  [
    "calls",
    {
      reasoning: "I look.",
      toolCalls: [{ name: "find", arguments: { city: "北京" } }, { name: "stop" }],
    },
    {
      plan: "I look.",
      calls: [["find", '{"city":"北京"}'], ["stop", "{}"]],
      reason: "TOOL_CALL",
    },
  ],
  [
    "citations",
    { content: "It is.", citations: [{ title: "T" }, { url: "https://a.example" }] },
    { text: "It is.", citations: 2, reason: "COMPLETE" },
  ],
  ["a refusal", { refusal: "No." }, { text: "No.", reason: "COMPLETE" }],
  ["a cut", { content: "x", finishReason: "length" }, { text: "x", reason: "MAX_TOKENS" }],
];

for (const [name, result, expected] of ANSWERS) {
  Deno.test(`Cohere's SDK reads ${name}, whole and streamed alike`, async () => {
    const usage = { input: 10, output: 8, cacheRead: 4 };
    const client = clientOf({ result: { ...result, usage } });
    const made = { ...NOTHING, ...expected, tokens: [14, 8, 4] };
    assertEquals<unknown>(await whole(client), made);
    assertEquals<unknown>(await gathered(client), made);
  });
}

Deno.test("every reason to finish is one that Cohere's SDK knows; what was withheld has failed", async () => {
  const words: readonly string[] = Object.values(Cohere.ChatFinishReason);
  for (const finishReason of ["stop", "tool_use", "length", "filtered"]) {
    const client = clientOf({ result: { content: "x", finishReason } });
    const { reason } = await whole(client);
    assertEquals([finishReason, words.includes(reason ?? "")], [finishReason, true]);
    assertEquals((await gathered(client)).reason, reason);
    if (finishReason === "filtered") assertEquals(reason, "ERROR");
  }
});

Deno.test("Cohere's SDK reads any answer whole as it reads it streamed", async () => {
  await fc.assert(
    fc.asyncProperty(modelResults(), async (result) => {
      const client = clientOf({ result });
      assertEquals<unknown>(await gathered(client), await whole(client));
    }),
    { numRuns: 50 },
  );
});

Deno.test("Cohere's SDK throws its own errors, and reads one within a stream", async () => {
  const limited = clientOf({ response: { problem: { kind: "rate_limit", message: "Slow" } } });
  const error = await assertRejects(() => limited.chat(ASKED), CohereError);
  assertEquals(error.statusCode, 429);
  assertEquals((error.body as { message: string }).message, "Slow");
  const bad = await assertRejects(
    () => clientOf({ result: "x" }).chat({ ...ASKED, temperature: 3 }),
    CohereError,
  );
  assertEquals(bad.statusCode, 400);
  const broken = clientOf({
    result: "one two",
    delivery: {
      faults: [{
        kind: "error-frame",
        afterFrames: 3,
        problem: { kind: "server", message: "Broken" },
      }],
    },
  });
  assertEquals((await gathered(broken)).reason, "ERROR");
});

Deno.test("Cohere's SDK embeds, and lists and gives models", async () => {
  const client = clientOf({ model: "a", result: "x" }, { model: "b", result: "x" });
  const { embeddings, texts } = await client.embed({
    model: "embed-v4.0",
    inputType: "classification",
    texts: ["hello", "goodbye"],
    embeddingTypes: ["float", "base64"],
    outputDimension: 256,
  });
  assertEquals(embeddings.float?.map((vector) => vector.length), [256, 256]);
  assertEquals(embeddings.base64?.map((text) => atob(text).length), [1024, 1024]);
  assertEquals(texts, ["hello", "goodbye"]);
  const { models, nextPageToken } = await client.models.list({ pageSize: 1 });
  assertEquals([models.map(({ name }) => name), nextPageToken], [["a"], "1"]);
  const rest = await client.models.list({ pageToken: nextPageToken! });
  assertEquals([rest.models.map(({ name }) => name), rest.nextPageToken], [["b"], undefined]);
  assertEquals((await client.models.get("b")).name, "b");
  const error = await assertRejects(() => client.models.get("c"), CohereError);
  assertEquals(error.statusCode, 404);
});
