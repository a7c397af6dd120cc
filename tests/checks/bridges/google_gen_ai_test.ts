import { assertEquals, assertThrows } from "@std/assert";
import { googleGenAi } from "../../../src/checks/bridges/google_gen_ai.ts";
import { FakeStream, finish, leaveAtFirst, read, recorder } from "./fake_stream.ts";

const usageMetadata = { promptTokenCount: 8, cachedContentTokenCount: 3, candidatesTokenCount: 2 };

function chunk(parts: readonly object[], finishReason?: string, more: object = {}): object {
  return { candidates: [{ content: { parts }, finishReason }], ...more };
}

function via(...values: readonly unknown[]) {
  const stream = new FakeStream(...values);
  const call = recorder(Promise.resolve(stream));
  return { stream, call, model: googleGenAi({ models: { generateContentStream: call.call } }) };
}

Deno.test("googleGenAi() shows the chunks of the SDK", async () => {
  const { model } = via(
    chunk([{ text: "Hm.", thought: true }, { text: "Hel" }]),
    chunk([{ text: "lo" }, { functionCall: { id: "a", name: "one", args: { x: 1 } } }]),
    chunk([{ functionCall: { name: "two" } }], "STOP", { usageMetadata }),
  );
  assertEquals(await read(model), {
    events: [
      { type: "reasoning", text: "Hm." },
      { type: "text", text: "Hel" },
      { type: "text", text: "lo" },
      { type: "tool_call", index: 0, id: "a", name: "one", arguments: '{"x":1}' },
      { type: "tool_call", index: 1, id: "", name: "two", arguments: "" },
      finish("stop", "STOP", { cacheRead: 3 }),
    ],
    end: "end",
  });
});

Deno.test("googleGenAi() gives no finish where the SDK ends without a reason", async () => {
  const { model } = via(chunk([{ text: "Hel" }]), chunk([{ text: "lo" }]));
  assertEquals(await read(model), {
    events: [{ type: "text", text: "Hel" }, { type: "text", text: "lo" }],
    end: "end",
  });
});

Deno.test("googleGenAi() gives the last reason, at the end, and passes on what it does not know", async () => {
  const { model } = via(chunk([], "STOP"), chunk([{ text: "Hi" }], "NOVEL"));
  assertEquals((await read(model)).events, [
    { type: "text", text: "Hi" },
    finish("NOVEL", "NOVEL", { input: 0, output: 0 }),
  ]);
});

Deno.test("googleGenAi() shows a blocked prompt as filtered", async () => {
  const { model } = via({ promptFeedback: { blockReason: "SAFETY" }, usageMetadata });
  assertEquals((await read(model)).events, [finish("filtered", "SAFETY", { cacheRead: 3 })]);
});

Deno.test("googleGenAi() throws what the SDK throws", async () => {
  const error = new Error("Incomplete JSON segment at the end");
  assertEquals((await read(via(chunk([{ text: "Hel" }]), error).model)).end, error);
});

Deno.test("googleGenAi() passes on the request and the signal", async () => {
  const { model, call } = via();
  const { signal } = new AbortController();
  await read(model, { signal });
  const tool = {
    name: "get_time",
    description: "The time",
    parametersJsonSchema: { type: "object" },
  };
  assertEquals(call.calls, [[{
    model: "model",
    contents: [{ role: "user", parts: [{ text: "hi" }] }],
    config: {
      systemInstruction: { parts: [{ text: "Be brief." }] },
      tools: [{ functionDeclarations: [tool] }],
      abortSignal: signal,
    },
  }]]);
});

Deno.test("googleGenAi() leaves the SDK's stream when it is left", async () => {
  const { model, stream } = via(chunk([{ text: "Hel" }]), chunk([{ text: "lo" }]));
  await leaveAtFirst(model);
  assertEquals([stream.asked, stream.left], [1, true]);
});

Deno.test("googleGenAi() refuses what is no client", () => {
  assertThrows(() => googleGenAi({} as never), TypeError, "'models.generateContentStream'");
});
