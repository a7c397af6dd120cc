import { assertEquals, assertInstanceOf, assertThrows } from "@std/assert";
import { openAiResponses } from "../../../src/checks/bridges/openai_responses.ts";
import { ModelError } from "../../../src/errors.ts";
import { FakeStream, finish, leaveAtFirst, read, recorder } from "./fake_stream.ts";

const USAGE = { input_tokens: 5, output_tokens: 2 };

function text(delta: string): object {
  return { type: "response.output_text.delta", item_id: "m", delta };
}

function call(id: string, name: string, args = ""): object {
  return { type: "function_call", id: `fc_${id}`, call_id: id, name, arguments: args };
}

function added(item: object): object {
  return { type: "response.output_item.added", item };
}

function json(id: string, delta: string): object {
  return { type: "response.function_call_arguments.delta", item_id: `fc_${id}`, delta };
}

function response(status: string, output: readonly object[] = [], more: object = {}): object {
  return { status, output, usage: USAGE, ...more };
}

function completed(...output: readonly object[]): object {
  return { type: "response.completed", response: response("completed", output) };
}

function message(type: "output_text" | "refusal", said: string): object {
  const content = [type === "refusal" ? { type, refusal: said } : { type, text: said }];
  return { type: "message", content };
}

function viaCreate(...values: readonly unknown[]) {
  const stream = new FakeStream(...values);
  const create = recorder(Promise.resolve(stream));
  return { stream, create, model: openAiResponses({ responses: { create: create.call } }) };
}

Deno.test("openAiResponses() shows the events of an SDK", async () => {
  const { model } = viaCreate(
    { type: "response.created", response: response("in_progress") },
    { type: "response.reasoning_summary_text.delta", delta: "Hm." },
    text("Hel"),
    text("lo"),
    added(call("a", "one")),
    added(call("b", "two")),
    json("b", '{"y":2}'),
    json("a", '{"x":1}'),
    completed(),
  );
  assertEquals(await read(model), {
    events: [
      { type: "reasoning", text: "Hm." },
      { type: "text", text: "Hel" },
      { type: "text", text: "lo" },
      { type: "tool_call", index: 0, id: "a", name: "one", arguments: "" },
      { type: "tool_call", index: 1, id: "b", name: "two", arguments: "" },
      { type: "tool_call", index: 1, arguments: '{"y":2}' },
      { type: "tool_call", index: 0, arguments: '{"x":1}' },
      finish("tool_use", "completed"),
    ],
    end: "end",
  });
});

Deno.test("openAiResponses() gives no finish without an event that ends the response", async () => {
  const { model } = viaCreate(text("Hel"), { type: "response.output_item.done" });
  assertEquals(await read(model), { events: [{ type: "text", text: "Hel" }], end: "end" });
});

Deno.test("openAiResponses() tells why a response is incomplete", async () => {
  for (
    const [word, reason] of [["max_output_tokens", "length"], ["content_filter", "filtered"], [
      "novel",
      "novel",
    ]] as const
  ) {
    const final = response("incomplete", [], { incomplete_details: { reason: word } });
    const { model } = viaCreate({ type: "response.incomplete", response: final });
    assertEquals((await read(model)).events, [finish(reason, word)]);
  }
});

Deno.test("openAiResponses() shows a refusal as text that was filtered", async () => {
  const { model } = viaCreate({ type: "response.refusal.delta", delta: "No." }, completed());
  assertEquals((await read(model)).events, [
    { type: "text", text: "No." },
    finish("filtered", "completed"),
  ]);
});

Deno.test("openAiResponses() throws for the events by which the SDK reports a failure", async () => {
  for (const type of ["error", "response.failed"]) {
    const event = { type, message: "Overloaded" };
    const { events, end } = await read(viaCreate(text("Hel"), event, completed()).model);
    assertEquals(events, [{ type: "text", text: "Hel" }]);
    assertInstanceOf(end, ModelError);
    assertEquals([end.code, end.cause], ["PROVIDER", event]);
  }
});

Deno.test("openAiResponses() throws what the SDK throws, and passes on the signal", async () => {
  const error = new Error("broken");
  const { model, create } = viaCreate(text("Hel"), error);
  const { signal } = new AbortController();
  assertEquals((await read(model, { signal })).end, error);
  assertEquals(create.calls[0]?.[1], { signal });
});

Deno.test("openAiResponses() leaves the SDK's stream when it is left", async () => {
  const { model, stream } = viaCreate(text("Hel"), text("lo"));
  await leaveAtFirst(model);
  assertEquals([stream.asked, stream.left], [1, true]);
});

function viaStream(final: unknown, ...values: readonly unknown[]) {
  const stream = Object.assign(new FakeStream(...values), {
    finalResponse: () => final instanceof Error ? Promise.reject(final) : Promise.resolve(final),
  });
  const responses = { create: () => Promise.reject(), stream: () => stream };
  return openAiResponses({ responses }, { api: "stream" });
}

Deno.test("openAiResponses() with the helper shows the calls of its final response", async () => {
  const output = [message("output_text", "Hello"), call("a", "one", '{"x":1}')];
  const model = viaStream(response("completed", output), text("Hel"), text("lo"), json("a", '{"x'));
  assertEquals((await read(model)).events, [
    { type: "text", text: "Hel" },
    { type: "text", text: "lo" },
    { type: "tool_call", index: 0, id: "a", name: "one", arguments: '{"x":1}' },
    finish("tool_use", "completed"),
  ]);
});

Deno.test("openAiResponses() with the helper knows a refusal by its final response", async () => {
  const refusal = response("completed", [message("refusal", "No.")]);
  const model = viaStream(refusal, { type: "response.refusal.delta", delta: "No." });
  assertEquals((await read(model)).events, [
    { type: "text", text: "No." },
    finish("filtered", "completed"),
  ]);
});

Deno.test("openAiResponses() with the helper leaves out what comes after the response, unless it is in it", async () => {
  const values = [text("Hi"), completed(message("output_text", "Hi")), text(" and more")];
  const shown = async (said: string) => {
    const final = response("completed", [message("output_text", said)]);
    const { events } = await read(viaStream(final, ...values));
    return events.map((event) => event.type === "text" ? event.text : event.type);
  };
  assertEquals(await shown("Hi"), ["Hi", "finish"]);
  assertEquals(await shown("Hi and more"), ["Hi", "Hi and more", "finish"]);
});

Deno.test("openAiResponses() with the helper gives no finish for a response that has not ended", async () => {
  assertEquals(await read(viaStream(response("in_progress"), text("Hel"))), {
    // The helper gave a text, but holds none: both show.
    events: [{ type: "text", text: "Hel" }, { type: "text", text: "[no text]" }],
    end: "end",
  });
});

Deno.test("openAiResponses() with the helper throws for a failed response and a rejected one", async () => {
  const { end } = await read(viaStream(response("failed")));
  assertInstanceOf(end, ModelError);
  const error = new Error("request ended without sending any events");
  assertEquals((await read(viaStream(error))).end, error);
});

Deno.test("openAiResponses() refuses what is no client", () => {
  assertThrows(() => openAiResponses({} as never), TypeError, "'responses.create'");
});
