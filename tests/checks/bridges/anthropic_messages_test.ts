import { assertEquals, assertThrows } from "@std/assert";
import { anthropicMessages } from "../../../src/checks/bridges/anthropic_messages.ts";
import { FakeStream, finish, leaveAtFirst, read, recorder } from "./fake_stream.ts";

const START = { type: "message_start", message: { usage: { input_tokens: 5, output_tokens: 1 } } };
const OPEN = { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } };
const STOP = { type: "message_stop" };

function text(piece: string): object {
  return { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: piece } };
}

function json(index: number, piece: string): object {
  const delta = { type: "input_json_delta", partial_json: piece };
  return { type: "content_block_delta", index, delta };
}

function openCall(index: number, id: string, name: string, input: object = {}): object {
  const block = { type: "tool_use", id, name, input };
  return { type: "content_block_start", index, content_block: block };
}

function reason(word: string | null): object {
  return { type: "message_delta", delta: { stop_reason: word }, usage: { output_tokens: 2 } };
}

function viaCreate(...values: readonly unknown[]) {
  const stream = new FakeStream(...values);
  const create = recorder(Promise.resolve(stream));
  return { stream, create, model: anthropicMessages({ messages: { create: create.call } }) };
}

Deno.test("anthropicMessages() shows the events of an SDK", async () => {
  const { model } = viaCreate(
    START,
    { type: "ping" },
    { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "Hm." } },
    { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "s" } },
    OPEN,
    text("Hello"),
    openCall(2, "a", "one"),
    json(2, '{"x":'),
    json(2, "1}"),
    reason("tool_use"),
    STOP,
  );
  assertEquals(await read(model), {
    events: [
      { type: "reasoning", text: "Hm." },
      { type: "reasoning", text: "", signature: "s" },
      { type: "text", text: "Hello" },
      { type: "tool_call", index: 0, id: "a", name: "one", arguments: "" },
      { type: "tool_call", index: 0, arguments: '{"x":' },
      { type: "tool_call", index: 0, arguments: "1}" },
      finish("tool_use", "tool_use"),
    ],
    end: "end",
  });
});

Deno.test("anthropicMessages() leaves out the input of a tool that the server runs", async () => {
  const block = { type: "server_tool_use", id: "s", name: "search", input: {} };
  const { model } = viaCreate(
    { type: "content_block_start", index: 0, content_block: block },
    json(0, '{"q":"x"}'),
    openCall(1, "a", "one", { x: 1 }),
  );
  assertEquals((await read(model)).events, [
    { type: "tool_call", index: 0, id: "a", name: "one", arguments: '{"x":1}' },
  ]);
});

Deno.test("anthropicMessages() gives no finish without a stop reason, whatever else ends", async () => {
  for (
    const values of [[START, OPEN, text("Hel")], [START, OPEN, text("Hel"), reason(null), STOP]]
  ) {
    assertEquals(await read(viaCreate(...values).model), {
      events: [{ type: "text", text: "Hel" }],
      end: "end",
    });
  }
});

Deno.test("anthropicMessages() shows what comes after the SDK's last event, as the SDK does", async () => {
  const { model } = viaCreate(START, OPEN, text("Hi"), reason("end_turn"), STOP, text(" and more"));
  assertEquals((await read(model)).events, [
    { type: "text", text: "Hi" },
    { type: "text", text: " and more" },
    finish("stop", "end_turn"),
  ]);
});

Deno.test("anthropicMessages() throws what the SDK throws, and passes on the signal", async () => {
  const error = new Error("overloaded");
  const { model, create } = viaCreate(START, OPEN, text("Hel"), error);
  const { signal } = new AbortController();
  assertEquals((await read(model, { signal })).end, error);
  const [[body, options]] = create.calls as [[Record<string, unknown>, object]];
  assertEquals([body.stream, body.model, body.system], [true, "model", [
    { type: "text", text: "Be brief." },
  ]]);
  assertEquals(options, { signal });
});

Deno.test("anthropicMessages() leaves the SDK's stream when it is left", async () => {
  const { model, stream } = viaCreate(OPEN, text("Hel"), text("lo"));
  await leaveAtFirst(model);
  assertEquals([stream.asked, stream.left], [2, true]);
});

function helper(message: unknown, values: readonly unknown[], api: "stream" | "finalMessage") {
  const stream = Object.assign(new FakeStream(...values), {
    finalMessage: () =>
      message instanceof Error ? Promise.reject(message) : Promise.resolve(message),
  });
  const messages = { create: () => Promise.reject(), stream: () => stream };
  return { stream, model: anthropicMessages({ messages }, { api }) };
}

const HELLO = [START, OPEN, text("Hel"), text("lo")];

Deno.test("anthropicMessages() by 'stream' shows the helper's events and not its message", async () => {
  const { model } = helper(
    new Error("never asked"),
    [...HELLO, reason("end_turn"), STOP],
    "stream",
  );
  assertEquals((await read(model)).events.at(-1), finish("stop", "end_turn"));
});

Deno.test("anthropicMessages() by 'finalMessage' shows text as it comes and the SDK's own calls", async () => {
  const message = {
    content: [
      { type: "text", text: "Hello" },
      { type: "tool_use", id: "a", name: "one", input: {} },
      { type: "tool_use", id: "b", name: "two", input: { x: 1 } },
    ],
    stop_reason: "tool_use",
    usage: { input_tokens: 5, output_tokens: 2 },
  };
  // The SDK makes an empty input of half the arguments: that is what has to show.
  const values = [...HELLO, openCall(1, "a", "one"), json(1, '{"ci'), reason("tool_use"), STOP];
  assertEquals((await read(helper(message, values, "finalMessage").model)).events, [
    { type: "text", text: "Hel" },
    { type: "text", text: "lo" },
    { type: "tool_call", index: 0, id: "a", name: "one", arguments: "{}" },
    { type: "tool_call", index: 1, id: "b", name: "two", arguments: '{"x":1}' },
    finish("tool_use", "tool_use"),
  ]);
});

Deno.test("anthropicMessages() by 'finalMessage' leaves out what comes after the message, unless it is in it", async () => {
  const values = [...HELLO, reason("end_turn"), STOP, OPEN, text(" and more")];
  const right = { content: [{ type: "text", text: "Hello" }], stop_reason: "end_turn" };
  const wrong = { ...right, content: [{ type: "text", text: "Hello and more" }] };
  const shown = async (message: object) => {
    const { events } = await read(helper(message, values, "finalMessage").model);
    return events.map((event) => event.type === "text" ? event.text : event.type);
  };
  assertEquals(await shown(right), ["Hel", "lo", "finish"]);
  assertEquals(await shown(wrong), ["Hel", "lo", "Hello and more", "finish"]);
});

Deno.test("anthropicMessages() by 'finalMessage' gives no finish if the message has no reason", async () => {
  const message = { content: [{ type: "text", text: "Hello" }], stop_reason: null };
  const { events, end } = await read(helper(message, HELLO, "finalMessage").model);
  assertEquals([events.length, end], [2, "end"]);
});

Deno.test("anthropicMessages() by 'finalMessage' throws what the message is rejected with", async () => {
  const error = new Error("stream ended without producing a Message");
  const { events, end } = await read(helper(error, HELLO, "finalMessage").model);
  assertEquals([events.length, end], [2, error]);
});

Deno.test("anthropicMessages() by 'finalMessage' leaves the helper when it is left", async () => {
  const { model, stream } = helper({}, HELLO, "finalMessage");
  await leaveAtFirst(model);
  assertEquals(stream.left, true);
});

Deno.test("anthropicMessages() refuses what is no client", () => {
  assertThrows(() => anthropicMessages({} as never), TypeError, "'messages.create'");
  const messages = { create: () => Promise.resolve() };
  assertThrows(
    () => anthropicMessages({ messages }, { api: "finalMessage" }),
    TypeError,
    "'messages.stream'",
  );
});
