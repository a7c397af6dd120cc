import { assertEquals, assertThrows } from "@std/assert";
import { ollama } from "../../../src/checks/bridges/ollama.ts";
import { FakeStream, finish, leaveAtFirst, read, recorder, REQUEST } from "./fake_stream.ts";

function line(message: object, more: object = { done: false }): object {
  return { message, ...more };
}

const COUNTS = { prompt_eval_count: 5, eval_count: 2 };

function via(...values: readonly unknown[]) {
  const aborts = recorder(undefined);
  const stream = Object.assign(new FakeStream(...values), { abort: () => aborts.call() });
  const call = recorder(Promise.resolve(stream));
  return { stream, aborts, call, model: ollama({ chat: call.call }) };
}

Deno.test("ollama() shows the messages of the SDK", async () => {
  const calls = [{ function: { name: "one", arguments: { x: 1 } } }];
  const { model } = via(
    line({ content: "", thinking: "Hm." }),
    line({ content: "Hel" }),
    line({ content: "lo", tool_calls: calls }),
    line({ content: "" }, { done: true, done_reason: "stop", ...COUNTS }),
  );
  assertEquals(await read(model), {
    events: [
      { type: "reasoning", text: "Hm." },
      { type: "text", text: "Hel" },
      { type: "text", text: "lo" },
      { type: "tool_call", index: 0, name: "one", arguments: '{"x":1}' },
      finish("stop", "stop"),
    ],
    end: "end",
  });
});

Deno.test("ollama() gives no finish without a message that is the last", async () => {
  const { model } = via(line({ content: "Hel" }));
  assertEquals(await read(model), { events: [{ type: "text", text: "Hel" }], end: "end" });
});

Deno.test("ollama() passes on a reason that it does not know", async () => {
  const { events } = await read(
    via(line({}, { done: true, done_reason: "load", ...COUNTS })).model,
  );
  assertEquals(events, [finish("load", "load")]);
});

Deno.test("ollama() throws what the SDK throws", async () => {
  const error = new Error("Did not receive done or success response in stream.");
  assertEquals((await read(via(line({ content: "Hel" }), error).model)).end, error);
});

Deno.test("ollama() passes on the request", async () => {
  const { model, call } = via();
  await read(model);
  const parameters = { type: "object" };
  const tool = { name: "get_time", description: "The time", parameters };
  assertEquals(call.calls, [[{
    model: "model",
    messages: [{ role: "system", content: "Be brief." }, { role: "user", content: "hi" }],
    tools: [{ type: "function", function: tool }],
    stream: true,
  }]]);
});

Deno.test("ollama() aborts the SDK's stream when the signal aborts, and only while it is read", async () => {
  const { model, aborts } = via(line({ content: "Hel" }), line({ content: "lo" }));
  const abort = new AbortController();
  const iterator = model.stream(REQUEST, { signal: abort.signal })[Symbol.asyncIterator]();
  await iterator.next();
  assertEquals(aborts.calls.length, 0);
  abort.abort();
  assertEquals(aborts.calls.length, 1);
  await iterator.return?.();

  const other = via(line({ content: "Hel" }));
  const late = new AbortController();
  await read(other.model, { signal: late.signal });
  late.abort();
  assertEquals(other.aborts.calls.length, 0);
});

Deno.test("ollama() aborts at once if the signal has aborted", async () => {
  const { model, aborts } = via(line({ content: "Hel" }));
  await read(model, { signal: AbortSignal.abort() });
  assertEquals(aborts.calls.length, 1);
});

Deno.test("ollama() leaves the SDK's stream when it is left, without an abort of its own", async () => {
  const { model, stream, aborts } = via(line({ content: "Hel" }), line({ content: "lo" }));
  await leaveAtFirst(model);
  assertEquals([stream.asked, stream.left, aborts.calls.length], [1, true, 0]);
});

Deno.test("ollama() refuses what is no client", () => {
  assertThrows(() => ollama({} as never), TypeError, "'chat'");
});
