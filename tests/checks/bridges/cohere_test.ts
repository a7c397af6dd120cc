import { assertEquals, assertInstanceOf, assertThrows } from "@std/assert";
import { cohere } from "../../../src/checks/bridges/cohere.ts";
import { ModelError } from "../../../src/errors.ts";
import { FakeStream, finish, leaveAtFirst, read, recorder } from "./fake_stream.ts";

function event(type: string, message: object, index = 0): object {
  return { type, index, delta: { message } };
}

function text(piece: string): object {
  return event("content-delta", { content: { text: piece } });
}

const USAGE = { tokens: { inputTokens: 8, outputTokens: 2 }, cachedTokens: 3 };

function end(finishReason: string, more: object = { usage: USAGE }): object {
  return { type: "message-end", delta: { finishReason, ...more } };
}

function via(...values: readonly unknown[]) {
  const stream = new FakeStream(...values);
  const call = recorder(Promise.resolve(stream));
  return { stream, call, model: cohere({ chatStream: call.call }) };
}

Deno.test("cohere() shows the events of the SDK", async () => {
  const made = { id: "a", function: { name: "one", arguments: "" } };
  const { model } = via(
    { type: "message-start", id: "m" },
    event("tool-plan-delta", { toolPlan: "I will look." }),
    event("content-start", { content: { type: "thinking", thinking: "Hm." } }),
    text("Hel"),
    text("lo"),
    event("content-end", {}),
    event("tool-call-start", { toolCalls: made }),
    event("tool-call-delta", { toolCalls: { function: { arguments: '{"x":1}' } } }),
    end("TOOL_CALL"),
  );
  assertEquals(await read(model), {
    events: [
      { type: "reasoning", text: "I will look." },
      { type: "reasoning", text: "Hm." },
      { type: "text", text: "Hel" },
      { type: "text", text: "lo" },
      { type: "tool_call", index: 0, id: "a", name: "one", arguments: "" },
      { type: "tool_call", index: 0, arguments: '{"x":1}' },
      finish("tool_use", "TOOL_CALL", { cacheRead: 3 }),
    ],
    end: "end",
  });
});

Deno.test("cohere() takes what was billed where the tokens are not told", async () => {
  const usage = { billedUnits: { inputTokens: 5, outputTokens: 2 } };
  assertEquals((await read(via(end("COMPLETE", { usage })).model)).events, [
    finish("stop", "COMPLETE"),
  ]);
});

Deno.test("cohere() gives no finish without a message-end", async () => {
  const { model } = via(text("Hel"));
  assertEquals(await read(model), { events: [{ type: "text", text: "Hel" }], end: "end" });
});

Deno.test("cohere() throws for a message-end that tells a failure, and what the SDK throws", async () => {
  for (const last of [end("ERROR"), end("TIMEOUT"), end("COMPLETE", { error: "internal" })]) {
    const { events, end: thrown } = await read(via(text("Hel"), last).model);
    assertEquals(events.length, 1);
    assertInstanceOf(thrown, ModelError);
  }
  const error = new Error("schema");
  assertEquals((await read(via(error).model)).end, error);
});

Deno.test("cohere() passes on the request and the signal", async () => {
  const { model, call } = via();
  const { signal } = new AbortController();
  await read(model, { signal });
  const parameters = { type: "object" };
  const tool = { name: "get_time", description: "The time", parameters };
  assertEquals(call.calls, [[{
    model: "model",
    messages: [{ role: "system", content: "Be brief." }, { role: "user", content: "hi" }],
    tools: [{ type: "function", function: tool }],
  }, { abortSignal: signal }]]);
});

Deno.test("cohere() leaves the SDK's stream when it is left", async () => {
  const { model, stream } = via(text("Hel"), text("lo"));
  await leaveAtFirst(model);
  assertEquals([stream.asked, stream.left], [1, true]);
});

Deno.test("cohere() refuses what is no client", () => {
  assertThrows(() => cohere({} as never), TypeError, "'chatStream'");
});
