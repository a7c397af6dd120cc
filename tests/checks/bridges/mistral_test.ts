import { assertEquals, assertInstanceOf, assertThrows } from "@std/assert";
import { mistral } from "../../../src/checks/bridges/mistral.ts";
import { ModelError } from "../../../src/errors.ts";
import { FakeStream, finish, leaveAtFirst, read, recorder } from "./fake_stream.ts";

const usage = { promptTokens: 8, completionTokens: 2, prompt_tokens_details: { cached_tokens: 3 } };

function event(delta: object, finishReason: string | null = null, more: object = {}): object {
  return { data: { choices: [{ index: 0, delta, finishReason }], ...more } };
}

function via(...values: readonly unknown[]) {
  const stream = new FakeStream(...values);
  const call = recorder(Promise.resolve(stream));
  return { stream, call, model: mistral({ chat: { stream: call.call } }) };
}

Deno.test("mistral() shows the events of the SDK", async () => {
  const thinking = [{ type: "text", text: "Hm." }];
  const { model } = via(
    event({ content: [{ type: "thinking", thinking }, { type: "text", text: "Hel" }] }),
    event({ content: "lo" }),
    event({ toolCalls: [{ id: "a", index: 0, function: { name: "one", arguments: '{"x"' } }] }),
    // What the SDK puts in for an id that is not there.
    event({ toolCalls: [{ id: "null", index: 0, function: { name: "", arguments: ":1}" } }] }),
    event({ content: "" }, "tool_calls", { usage }),
  );
  assertEquals(await read(model), {
    events: [
      { type: "reasoning", text: "Hm." },
      { type: "text", text: "Hel" },
      { type: "text", text: "lo" },
      { type: "tool_call", index: 0, id: "a", name: "one", arguments: '{"x"' },
      { type: "tool_call", index: 0, arguments: ":1}" },
      finish("tool_use", "tool_calls", { cacheRead: 3 }),
    ],
    end: "end",
  });
});

Deno.test("mistral() shows arguments that the SDK gives as an object", async () => {
  const call = { id: "a", index: 0, function: { name: "one", arguments: { x: 1 } } };
  const { events } = await read(via(event({ toolCalls: [call] })).model);
  const expected = { type: "tool_call", index: 0, id: "a", name: "one", arguments: '{"x":1}' };
  assertEquals<unknown>(events, [expected]);
});

Deno.test("mistral() gives no finish where the SDK ends without a reason", async () => {
  const { model } = via(event({ content: "Hel" }));
  assertEquals(await read(model), { events: [{ type: "text", text: "Hel" }], end: "end" });
});

Deno.test("mistral() throws for a chunk that says error, and what the SDK throws", async () => {
  const { events, end } = await read(via(event({ content: "Hel" }), event({}, "error")).model);
  assertEquals(events.length, 1);
  assertInstanceOf(end, ModelError);
  const error = new Error("schema");
  assertEquals((await read(via(error).model)).end, error);
});

Deno.test("mistral() passes on the request and the signal", async () => {
  const { model, call } = via();
  const { signal } = new AbortController();
  await read(model, { signal });
  const parameters = { type: "object" };
  const tool = { name: "get_time", description: "The time", parameters };
  assertEquals(call.calls, [[{
    model: "model",
    messages: [{ role: "system", content: "Be brief." }, { role: "user", content: "hi" }],
    tools: [{ type: "function", function: tool }],
  }, { signal }]]);
});

Deno.test("mistral() leaves the SDK's stream when it is left", async () => {
  const { model, stream } = via(event({ content: "Hel" }), event({ content: "lo" }));
  await leaveAtFirst(model);
  assertEquals([stream.asked, stream.left], [1, true]);
});

Deno.test("mistral() refuses what is no client", () => {
  assertThrows(() => mistral({} as never), TypeError, "'chat.stream'");
});
