import { assertEquals, assertInstanceOf, assertThrows } from "@std/assert";
import { langChain } from "../../../src/checks/bridges/lang_chain.ts";
import { ModelError } from "../../../src/errors.ts";
import { FakeStream, finish, leaveAtFirst, read, recorder } from "./fake_stream.ts";

interface Fields {
  readonly content?: unknown;
  readonly tool_calls?: readonly object[];
  readonly invalid_tool_calls?: readonly object[];
  readonly response_metadata?: object;
  readonly additional_kwargs?: object;
  readonly usage_metadata?: object;
}

/** A chunk that puts chunks together as a test says. */
function chunk(fields: Fields, concat: (more: Fields) => Fields = (more) => more): object {
  return { ...fields, concat: (more: Fields) => chunk(concat(more), concat) };
}

/** Adds the texts, and takes all else from the later chunk. */
function piece(content: string, more: Fields = {}): object {
  return chunk({ content, ...more }, (later) => ({ ...later, content: content + later.content }));
}

function via(...values: readonly unknown[]) {
  const stream = new FakeStream(...values);
  const call = recorder(Promise.resolve(stream));
  return { stream, call, model: langChain({ stream: call.call }) };
}

const STOP = {
  response_metadata: { finish_reason: "stop" },
  usage_metadata: {
    input_tokens: 8,
    output_tokens: 2,
    input_token_details: { cache_read: 3, cache_creation: undefined },
  },
};

Deno.test("langChain() shows text as it comes and the message that concat() puts together", async () => {
  const { model } = via(piece("Hel"), piece("lo", STOP));
  assertEquals(await read(model), {
    events: [
      { type: "text", text: "Hel" },
      { type: "text", text: "lo" },
      finish("stop", "stop", { cacheRead: 3 }),
    ],
    end: "end",
  });
});

Deno.test("langChain() shows calls as LangChain has parsed them, mended or not", async () => {
  const calls = [{ id: "a", name: "one", args: { city: "Par" } }];
  const { model } = via(piece("", { ...STOP, tool_calls: calls }));
  assertEquals((await read(model)).events[0], {
    type: "tool_call",
    index: 0,
    id: "a",
    name: "one",
    arguments: '{"city":"Par"}',
  });
});

Deno.test("langChain() throws for a call that LangChain reports as invalid", async () => {
  const invalid = { name: "one", args: '{"ci', error: "Malformed args." };
  const { end } = await read(via(piece("", { ...STOP, invalid_tool_calls: [invalid] })).model);
  assertInstanceOf(end, ModelError);
  assertEquals(end.cause, invalid);
});

Deno.test("langChain() shows blocks of text and of thinking", async () => {
  const content = [
    { type: "thinking", thinking: "Hm." },
    { type: "text", text: "Hello" },
    { type: "tool_use", id: "a" },
  ];
  const extra = { stop_reason: "end_turn" };
  const { model } = via(chunk({ content, additional_kwargs: extra }));
  assertEquals((await read(model)).events, [
    { type: "reasoning", text: "Hm." },
    { type: "text", text: "Hello" },
    finish("stop", "end_turn", { input: 0, output: 0 }),
  ]);
});

Deno.test("langChain() shows a reason that LangChain has glued together", async () => {
  const glued = { response_metadata: { finish_reason: "stopstop" } };
  const { events } = await read(via(piece("Hi", glued)).model);
  assertEquals(events.at(-1), finish("stopstop", "stopstop", { input: 0, output: 0 }));
});

Deno.test("langChain() shows both texts if the message's is not the chunks'", async () => {
  const lossy = chunk({ content: "Hel" }, (later) => later);
  const { events } = await read(via(lossy, chunk({ content: "lo" })).model);
  assertEquals(events, ["Hel", "lo", "lo"].map((text) => ({ type: "text", text })));
});

Deno.test("langChain() gives no finish for no reason, or for no chunk", async () => {
  assertEquals((await read(via(piece("Hel")).model)).events, [{ type: "text", text: "Hel" }]);
  assertEquals(await read(via().model), { events: [], end: "end" });
});

Deno.test("langChain() throws what LangChain throws", async () => {
  const error = new Error("broken");
  assertEquals((await read(via(piece("Hel"), error).model)).end, error);
});

Deno.test("langChain() binds the tools, and passes on the signal", async () => {
  const { model, call } = via();
  const { signal } = new AbortController();
  await read(model, { signal });
  assertEquals(call.calls, [[
    [{ role: "system", content: "Be brief." }, { role: "user", content: "hi" }],
    { signal },
  ]]);
  const bound = { stream: () => Promise.resolve(new FakeStream(piece("bound"))) };
  const bindTools = recorder(bound);
  const unbound = { stream: () => Promise.reject(new Error("not bound")) };
  const { events } = await read(langChain({ ...unbound, bindTools: bindTools.call }));
  assertEquals(events, [{ type: "text", text: "bound" }]);
  const parameters = { type: "object" };
  const tool = { name: "get_time", description: "The time", parameters };
  assertEquals(bindTools.calls, [[[{ type: "function", function: tool }]]]);
});

Deno.test("langChain() leaves LangChain's stream when it is left", async () => {
  const { model, stream } = via(piece("Hel"), piece("lo"));
  await leaveAtFirst(model);
  assertEquals([stream.asked, stream.left], [1, true]);
});

Deno.test("langChain() refuses what is no chat model", () => {
  assertThrows(() => langChain({} as never), TypeError, "'stream'");
});
