import { assertEquals } from "@std/assert";
import type { TurnEvent } from "../../../src/turn/turn.ts";
import { cohereWire } from "../../../src/wire/cohere/cohere.ts";
import { framesOf } from "../../support/bodies.ts";
import { call, finish, text, thought, usage } from "../../support/events.ts";
import { adds, begins, closes, event, said, START } from "./events.ts";

function payloads(...events: readonly TurnEvent[]): unknown[] {
  const frames = framesOf(cohereWire(), events, { id: "1" });
  return frames.map(({ data }) => data === "[DONE]" ? data : JSON.parse(data));
}

function last(reason: string, tokens = usage(0)): object {
  const counts = { input_tokens: tokens.input, output_tokens: tokens.output };
  return {
    type: "message-end",
    delta: { finish_reason: reason, usage: { billed_units: counts, tokens: counts } },
  };
}

Deno.test("CohereEncoder writes a turn as Cohere streams it", () => {
  const frames = payloads(
    thought("Hm"),
    text("H"),
    text("i"),
    call(0, '{"n":', { id: "a", name: "f" }),
    call(0, "1}"),
    call(1, "", { id: "b", name: "g" }),
    finish("tool_use", { usage: usage(3, 5) }),
  );
  assertEquals(frames, [
    START,
    event("content-start", { content: { type: "thinking", thinking: "" } }, 0),
    event("content-delta", { content: { thinking: "Hm" } }, 0),
    { type: "content-end", index: 0 },
    event("content-start", { content: { type: "text", text: "" } }, 1),
    event("content-delta", { content: { text: "H" } }, 1),
    event("content-delta", { content: { text: "i" } }, 1),
    { type: "content-end", index: 1 },
    begins(0, "a", "f"),
    adds(0, '{"n":'),
    adds(0, "1}"),
    closes(0),
    begins(1, "b", "g"),
    closes(1),
    last("TOOL_CALL", usage(3, 5)),
    "[DONE]",
  ]);
});

Deno.test("CohereEncoder names each event by its type", () => {
  for (const { event, data } of framesOf(cohereWire(), [text("a"), finish()])) {
    assertEquals(event, data === "[DONE]" ? undefined : JSON.parse(data).type);
  }
});

Deno.test("CohereEncoder writes interleaved calls one after another", () => {
  const frames = payloads(
    call(0, '{"n"', { id: "a", name: "f" }),
    call(1, "{}", { id: "b", name: "g" }),
    call(0, ":1}"),
    finish("tool_use"),
  );
  assertEquals(frames.slice(1, 7), [
    begins(0, "a", "f"),
    adds(0, '{"n"'),
    adds(0, ":1}"),
    closes(0),
    begins(1, "b", "g"),
    adds(1, "{}"),
  ]);
});

Deno.test("CohereEncoder gives back what waits although no finish comes", () => {
  const frames = payloads(call(0, "{", { id: "a", name: "f" }), text("Hi"));
  assertEquals(frames, [
    START,
    begins(0, "a", "f"),
    adds(0, "{"),
    closes(0),
    event("content-start", { content: { type: "text", text: "" } }, 0),
    said("Hi"),
  ]);
});

Deno.test("CohereEncoder gives a call the id it lacks", () => {
  assertEquals(
    payloads(call(0, "{}", { name: "f" }), finish("tool_use"))[1],
    begins(0, "call_0", "f"),
  );
});

Deno.test("CohereEncoder tells the cached tokens apart", () => {
  const end = payloads(finish("stop", { usage: usage(52, 5, 448, 1) })).at(-2);
  const counts = { input_tokens: 501, output_tokens: 5 };
  assertEquals(end, {
    type: "message-end",
    delta: {
      finish_reason: "COMPLETE",
      usage: { billed_units: counts, tokens: counts, cached_tokens: 448 },
    },
  });
});

Deno.test("CohereEncoder leaves out what the wire has no form for", () => {
  const frames = payloads(
    thought("", { signature: "s" }),
    thought("", { redacted: "r" }),
    finish(),
  );
  assertEquals(frames, [START, last("COMPLETE"), "[DONE]"]);
});

Deno.test("CohereEncoder passes a word that is not neutral through", () => {
  assertEquals(payloads(finish("ERROR")).at(-2), last("ERROR"));
});
