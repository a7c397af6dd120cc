import { assertEquals } from "@std/assert";
import { anthropicMessagesWire } from "../../../src/wire/anthropic_messages/anthropic_messages.ts";
import type { TurnEvent } from "../../../src/turn/turn.ts";
import type { EncodeOptions } from "../../../src/wire/wire.ts";
import { encodeTurn, framesOf } from "../../support/bodies.ts";
import { call, finish, text, thought, usage } from "../../support/events.ts";
import { assembleAll, readTurn } from "../../support/reading.ts";
import { calls, closes, ends, opens, piece, said, says, STOP } from "./frames.ts";

const WIRE = anthropicMessagesWire();

function payloads(events: readonly TurnEvent[], options?: EncodeOptions): unknown[] {
  return framesOf(WIRE, events, options).map(({ data }) => JSON.parse(data));
}

/** The end as the encoder writes it: all four counts, since all are cumulative. */
function ended(reason: string, [input, output, read, write] = [0, 0, 0, 0]): object[] {
  return [
    ends(reason, {
      input_tokens: input,
      cache_creation_input_tokens: write,
      cache_read_input_tokens: read,
      output_tokens: output,
    }),
    STOP,
  ];
}

Deno.test("anthropic-messages encoder writes the provider's own sequence of events", () => {
  const [start, ...rest] = payloads([
    thought("Hm"),
    thought("m", { signature: "sig" }),
    thought("", { redacted: "secret" }),
    text("Hel"),
    text("lo"),
    call(0, "", { id: "a", name: "f" }),
    call(0, '{"n":'),
    call(0, "1}"),
    call(1, "", { id: "b", name: "g" }),
    finish("tool_use", { raw: "tool_use", usage: usage(10, 5, 3, 2) }),
  ], { id: "msg_1", model: "claude", usage: usage(10, 5, 3, 2) });
  assertEquals(start, {
    type: "message_start",
    message: {
      model: "claude",
      id: "msg_1",
      type: "message",
      role: "assistant",
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: {
        input_tokens: 10,
        cache_creation_input_tokens: 2,
        cache_read_input_tokens: 3,
        output_tokens: 1,
        cache_creation: { ephemeral_5m_input_tokens: 2, ephemeral_1h_input_tokens: 0 },
        service_tier: "standard",
      },
    },
  });
  assertEquals(rest, [
    opens(0, { type: "thinking", thinking: "", signature: "" }),
    piece(0, { type: "thinking_delta", thinking: "Hm" }),
    piece(0, { type: "thinking_delta", thinking: "m" }),
    piece(0, { type: "signature_delta", signature: "sig" }),
    closes(0),
    opens(1, { type: "redacted_thinking", data: "secret" }),
    closes(1),
    ...says("Hel", 2),
    piece(2, { type: "text_delta", text: "lo" }),
    closes(2),
    ...calls(3, "a", "f", '{"n":', "1}"),
    closes(3),
    ...calls(4, "b", "g"),
    closes(4),
    ...ended("tool_use", [10, 5, 3, 2]),
  ]);
});

Deno.test("anthropic-messages encoder names every event by its type", () => {
  for (const { event, data } of framesOf(WIRE, [text("Hi"), finish()])) {
    assertEquals(event, JSON.parse(data).type);
  }
});

Deno.test("anthropic-messages encoder says no more than it knows at the start", () => {
  const [start] = framesOf(WIRE, [finish("stop", { usage: usage(7, 7) })]);
  const { message } = JSON.parse(start!.data);
  assertEquals([message.id, message.model], ["turn-1", "model"]);
  assertEquals([message.usage.input_tokens, message.usage.output_tokens], [0, 0]);
});

Deno.test("anthropic-messages encoder writes blocks one after the other", () => {
  const [, ...rest] = payloads([
    call(0, '{"n"', { id: "a", name: "f" }),
    call(1, "{", { id: "b", name: "g" }),
    text("Hi"),
    call(0, ":1}"),
    call(1, "}"),
    finish("tool_use"),
  ]);
  assertEquals(rest, [
    ...calls(0, "a", "f", '{"n"', ":1}"),
    closes(0),
    ...calls(1, "b", "g", "{", "}"),
    closes(1),
    ...said("Hi", 2),
    ...ended("tool_use"),
  ]);
});

Deno.test("anthropic-messages encoder gives a call without an id the one a reader would", () => {
  const events = [call(0, "{}", { name: "f" }), finish("tool_use")];
  const { turn } = readTurn(WIRE, encodeTurn(WIRE, events));
  assertEquals(turn?.toolCalls, [{ id: "call_0", name: "f", arguments: "{}" }]);
});

Deno.test("anthropic-messages encoder opens no block for reasoning that says nothing", () => {
  const nothing = [thought(""), thought("", { signature: "" }), thought("", { redacted: "" })];
  assertEquals(payloads([...nothing, finish()]).slice(1), ended("end_turn"));
});

Deno.test("anthropic-messages encoder keeps the blocks of reasoning apart as they were", () => {
  const events = [
    thought("unsigned "),
    text("Hi"),
    thought("and more"),
    thought("", { redacted: "x" }),
    thought("again"),
    finish("stop", { raw: "end_turn" }),
  ];
  assertEquals(readTurn(WIRE, encodeTurn(WIRE, events)).turn, assembleAll(events));
});

Deno.test("anthropic-messages encoder says the finish in Anthropic's words", () => {
  const cases: [string, string, string][] = [
    ["stop", "", "end_turn"],
    ["stop", "stop_sequence", "stop_sequence"],
    ["stop", "STOP", "end_turn"],
    ["tool_use", "tool_calls", "tool_use"],
    ["length", "max_output_tokens", "max_tokens"],
    ["length", "model_context_window_exceeded", "model_context_window_exceeded"],
    ["filtered", "SAFETY", "refusal"],
    ["pause_turn", "pause_turn", "pause_turn"],
  ];
  for (const [reason, raw, expected] of cases) {
    assertEquals(payloads([finish(reason, { raw })]).slice(1), ended(expected));
  }
});

Deno.test("anthropic-messages encoder ends no turn that does not finish", () => {
  const frames = payloads([call(0, "{", { id: "a", name: "f" }), text("held back")]);
  assertEquals(frames.slice(1), [...calls(0, "a", "f", "{"), closes(0), ...says("held back", 1)]);
  assertEquals(payloads([]), []);
});
