import { assertEquals, assertInstanceOf, assertThrows } from "@std/assert";
import { aiSdk } from "../../../src/checks/bridges/ai_sdk.ts";
import type { AiSdk } from "../../../src/checks/bridges/ai_sdk.ts";
import { ModelError } from "../../../src/errors.ts";
import { FakeStream, finish, leaveAtFirst, read, recorder } from "./fake_stream.ts";

const USAGE = {
  inputTokens: 8,
  outputTokens: 2,
  inputTokenDetails: { noCacheTokens: 5, cacheReadTokens: 3, cacheWriteTokens: undefined },
};

function end(finishReason: string, rawFinishReason?: string): object {
  return { type: "finish", finishReason, rawFinishReason, totalUsage: USAGE };
}

const READ_OF_CACHE = { cacheRead: 3 };
const MODEL = { doStream: () => Promise.reject(new Error("not by the model")) };

function viaStreamText(...values: readonly unknown[]) {
  const stream = new FakeStream(...values);
  const streamText = recorder<unknown>({ stream });
  const ai: AiSdk = { streamText: streamText.call, jsonSchema: (schema: unknown) => ({ schema }) };
  return { stream, streamText, model: aiSdk(MODEL, { ai }) };
}

Deno.test("aiSdk() shows the parts of streamText()", async () => {
  const { model } = viaStreamText(
    { type: "start" },
    { type: "reasoning-delta", id: "0", text: "Hm." },
    { type: "text-start", id: "1" },
    { type: "text-delta", id: "1", text: "Hello" },
    { type: "tool-input-delta", id: "a", delta: '{"x' },
    { type: "tool-call", toolCallId: "a", toolName: "one", input: { x: 1 } },
    { type: "tool-call", toolCallId: "s", toolName: "search", input: {}, providerExecuted: true },
    { type: "finish-step", finishReason: "tool-calls" },
    end("tool-calls", "tool_calls"),
  );
  assertEquals(await read(model), {
    events: [
      { type: "reasoning", text: "Hm." },
      { type: "text", text: "Hello" },
      { type: "tool_call", index: 0, id: "a", name: "one", arguments: '{"x":1}' },
      finish("tool_use", "tool_calls", READ_OF_CACHE),
    ],
    end: "end",
  });
});

Deno.test("aiSdk() asks without retries, with the tools, and passes on the signal", async () => {
  const { model, streamText } = viaStreamText(end("stop"));
  const { signal } = new AbortController();
  await read(model, { signal });
  const [[options]] = streamText.calls as [[Record<string, unknown>]];
  assertEquals([options.maxRetries, options.abortSignal], [0, signal]);
  assertEquals(options.messages, [
    { role: "system", content: "Be brief." },
    { role: "user", content: "hi" },
  ]);
  const inputSchema = { schema: { type: "object" } };
  assertEquals(options.tools, { get_time: { description: "The time", inputSchema } });
});

Deno.test("aiSdk() takes 'fullStream' where there is no 'stream', and touches only one", async () => {
  const touched: string[] = [];
  const ai: AiSdk = {
    streamText: () => ({
      get fullStream() {
        touched.push("fullStream");
        return new FakeStream(end("stop"));
      },
    }),
    jsonSchema: (schema: unknown) => schema,
  };
  assertEquals((await read(aiSdk(MODEL, { ai }))).events.length, 1);
  assertEquals(touched, ["fullStream"]);
});

Deno.test("aiSdk() shows the text of a call that the SDK could not parse", async () => {
  const { model } = viaStreamText(
    { type: "tool-call", toolCallId: "a", toolName: "one", input: '{"ci', invalid: true },
    end("tool-calls", "tool_calls"),
  );
  assertEquals((await read(model)).events[0], {
    type: "tool_call",
    index: 0,
    id: "a",
    name: "one",
    arguments: '{"ci',
  });
});

Deno.test("aiSdk() throws for the parts by which the SDK reports a failure", async () => {
  const error = new Error("overloaded");
  assertEquals((await read(viaStreamText({ type: "error", error }, end("stop")).model)).end, error);
  const aborted = await read(viaStreamText({ type: "abort" }).model);
  assertEquals((aborted.end as Error).name, "AbortError");
  const failed = await read(viaStreamText(end("error", "oops")).model);
  assertInstanceOf(failed.end, ModelError);
});

Deno.test("aiSdk() keeps what the SDK says of an end that it cannot call whole", async () => {
  for (
    const [unified, raw, reason] of [
      // Whatever word came before, the SDK knows that the stream was cut.
      ["interrupted", "stop", "interrupted"],
      ["interrupted", "novel", "interrupted"],
      ["interrupted", undefined, "interrupted"],
      ["other", "novel", "novel"],
      ["other", undefined, "other"],
      ["other", "stop", "other"],
    ] as const
  ) {
    const { events } = await read(viaStreamText(end(unified, raw)).model);
    assertEquals(events, [finish(reason, reason, READ_OF_CACHE)]);
  }
});

Deno.test("aiSdk() gives no finish without a part for it", async () => {
  const { model } = viaStreamText({ type: "text-delta", text: "Hel" });
  assertEquals(await read(model), { events: [{ type: "text", text: "Hel" }], end: "end" });
});

Deno.test("aiSdk() leaves the SDK's stream when it is left", async () => {
  const { model, stream } = viaStreamText({ type: "text-delta", text: "Hel" }, end("stop"));
  await leaveAtFirst(model);
  assertEquals([stream.asked, stream.left], [1, true]);
});

Deno.test("aiSdk() without the package shows the parts of the model's own stream", async () => {
  const usage = {
    inputTokens: { total: 8, noCache: 5, cacheRead: 3, cacheWrite: undefined },
    outputTokens: { total: 2, text: 2, reasoning: 0 },
  };
  const stream = new FakeStream(
    { type: "stream-start", warnings: [] },
    { type: "text-delta", id: "1", delta: "Hello" },
    { type: "tool-call", toolCallId: "a", toolName: "one", input: '{"x":1}' },
    { type: "finish", usage, finishReason: { unified: "tool-calls", raw: "tool_calls" } },
  );
  const doStream = recorder(Promise.resolve({ stream }));
  const { signal } = new AbortController();
  assertEquals((await read(aiSdk({ doStream: doStream.call }), { signal })).events, [
    { type: "text", text: "Hello" },
    { type: "tool_call", index: 0, id: "a", name: "one", arguments: '{"x":1}' },
    finish("tool_use", "tool_calls", READ_OF_CACHE),
  ]);
  const [[options]] = doStream.calls as [[Record<string, unknown>]];
  assertEquals(options.abortSignal, signal);
  assertEquals(options.prompt, [
    { role: "system", content: "Be brief." },
    { role: "user", content: [{ type: "text", text: "hi" }] },
  ]);
});

Deno.test("aiSdk() refuses what is no model, and what is not the package", () => {
  assertThrows(() => aiSdk({} as never), TypeError, "'doStream'");
  assertThrows(() => aiSdk(MODEL, { ai: {} as never }), TypeError, "'ai.streamText'");
});
