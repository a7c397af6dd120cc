import { assertEquals, assertRejects } from "@std/assert";
import { Ollama } from "npm:ollama@0.6.4";
import type { ChatResponse, GenerateResponse } from "npm:ollama@0.6.4";
import { MockGPT } from "../../../../mock.ts";
import type { ModelResult, Rule } from "../../../../mock.ts";
import { testPins } from "../../../sdks/pinned.ts";

testPins(import.meta.url);

const FULL: ModelResult = {
  reasoning: "First.",
  content: "服务在线。 All is well.",
  toolCalls: [{ name: "find", arguments: { q: "状态" } }, { name: "note", arguments: {} }],
  usage: { input: 10, output: 20 },
};

const CHAT = { model: "m", messages: [{ role: "user", content: "状态" }] };

function sdk(...rules: readonly Rule[]): { readonly ollama: Ollama; readonly mock: MockGPT } {
  const mock = new MockGPT({ rules });
  return { ollama: new Ollama({ host: "http://mock", fetch: mock.fetch }), mock };
}

const SAID = {
  text: "服务在线。 All is well.",
  thinking: "First.",
  calls: [{ name: "find", arguments: { q: "状态" } }, { name: "note", arguments: {} }],
  end: ["stop", 10, 20],
};

/** What an answer is made of, whichever way it was asked for. */
function said(lines: readonly ChatResponse[]): unknown {
  const messages = lines.map(({ message }) => message);
  const last = lines.at(-1)!;
  return {
    text: messages.map(({ content }) => content).join(""),
    thinking: messages.map(({ thinking }) => thinking ?? "").join(""),
    calls: messages.flatMap(({ tool_calls: calls }) => calls ?? []).map((call) => ({
      name: call.function.name,
      arguments: call.function.arguments,
    })),
    end: [last.done_reason, last.prompt_eval_count, last.eval_count],
  };
}

async function collected<T>(stream: AsyncIterable<T>): Promise<readonly T[]> {
  const items: T[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

Deno.test("ollama reads a whole chat of the mock", async () => {
  const { ollama } = sdk({ result: FULL });
  assertEquals(said([await ollama.chat(CHAT)]), SAID);
});

Deno.test("ollama reads a streamed chat of the mock", async () => {
  const { ollama } = sdk({ result: FULL });
  const lines = await collected(await ollama.chat({ ...CHAT, stream: true }));
  assertEquals(said(lines), SAID);
  assertEquals(lines.map(({ done }) => done).indexOf(true), lines.length - 1);
});

Deno.test("ollama reads what the mock generates, whole and streamed", async () => {
  const { ollama } = sdk({ result: { reasoning: "Hm", content: "a b" } });
  const ask = { model: "m", prompt: "x", think: true };
  const joined = (lines: readonly GenerateResponse[]) => [
    lines.map(({ response }) => response).join(""),
    lines.map(({ thinking }) => thinking ?? "").join(""),
  ];
  assertEquals(joined([await ollama.generate(ask)]), ["a b", "Hm"]);
  const lines = await collected(await ollama.generate({ ...ask, stream: true }));
  assertEquals(joined(lines), ["a b", "Hm"]);
  assertEquals(lines.at(-1)!.context.length, 3);
});

Deno.test("ollama's structured outputs, images, tools and options reach the rules", async () => {
  const { ollama, mock } = sdk({ json: "schema", tool: "find", result: { content: { n: 1 } } });
  const parameters = { type: "object", properties: { q: { type: "string" } } };
  const answer = await ollama.chat({
    model: "m",
    messages: [{ role: "user", content: "x", images: [new Uint8Array([1, 2, 3])] }],
    tools: [{ type: "function", function: { name: "find", parameters } }],
    format: { type: "object", properties: { n: { type: "integer" } } },
    options: { temperature: 0.5, num_predict: 100 },
    keep_alive: "5m",
  });
  assertEquals(JSON.parse(answer.message.content), { n: 1 });
  const { messages, temperature } = mock.records[0]!.request;
  assertEquals(temperature, 0.5);
  assertEquals((messages[0]!.content as unknown[]).length, 2);
});

Deno.test("ollama goes on with what its tools gave", async () => {
  const { ollama, mock } = sdk(
    { toolResult: { text: "42" }, result: "It is 42." },
    { result: { toolCalls: [{ name: "find", arguments: {} }] } },
  );
  const { message } = await ollama.chat(CHAT);
  const answer = await ollama.chat({
    ...CHAT,
    messages: [...CHAT.messages, message, { role: "tool", content: "42", tool_name: "find" }],
  });
  assertEquals(answer.message.content, "It is 42.");
  const [, assistant, tool] = mock.records[1]!.request.messages;
  const [call] = assistant!.tool_calls as [{ id: string }];
  assertEquals(tool!.tool_call_id, call.id);
});

Deno.test("ollama makes vectors and reads of models at the mock", async () => {
  const { ollama } = sdk({ model: "m", result: "x" });
  const { embeddings } = await ollama.embed({ model: "e", input: ["a", "b"], dimensions: 8 });
  assertEquals(embeddings.map(({ length }) => length), [8, 8]);
  const { embedding } = await ollama.embeddings({ model: "e", prompt: "a" });
  assertEquals(embedding.length, 768);
  assertEquals((await ollama.list()).models.map(({ name }) => name), ["m"]);
  assertEquals((await ollama.ps()).models.map(({ name }) => name), ["m"]);
  assertEquals((await ollama.show({ model: "m" })).capabilities.includes("tools"), true);
  assertEquals(typeof (await ollama.version()).version, "string");
});

Deno.test("ollama loads and unloads a model of the mock", async () => {
  const { ollama } = sdk({ result: "x" });
  const loaded = await ollama.generate({ model: "m", prompt: "" });
  assertEquals(loaded.done_reason, "load");
  const stream = await ollama.chat({ model: "m", messages: [], keep_alive: 0, stream: true });
  assertEquals((await collected(stream)).map((line) => line.done_reason), ["unload"]);
});

Deno.test("ollama throws its own errors for what the mock says", async () => {
  const problem = { kind: "server", message: "model runner has stopped" } as const;
  const { ollama } = sdk(
    { prompt: "now", response: { problem } },
    {
      result: "one two",
      delivery: { faults: [{ kind: "error-frame", afterFrames: 1, problem }] },
    },
  );
  const now = { model: "m", messages: [{ role: "user", content: "now" }] };
  const error = await assertRejects(() => ollama.chat(now), Error, problem.message);
  assertEquals((error as Error & { status_code: number }).status_code, 500);
  await assertRejects(
    async () => await collected(await ollama.chat({ ...CHAT, stream: true })),
    Error,
    problem.message,
  );
});
