import { concatBytes } from "../../bytes.ts";
import type { Bytes } from "../../bytes.ts";
import type { SseEvent } from "../../sse/sse_event.ts";
import type { NeutralReason } from "../../turn/finish.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { ZERO_USAGE } from "../../turn/usage.ts";
import { encodeFrame, encodeTurn } from "../../wire/encode_turn.ts";
import type { Wire } from "../../wire/wire.ts";

/** A usage whose four counts differ, so that none can stand in for another. */
const USAGE = { input: 11, output: 7, cacheRead: 3, cacheWrite: 0 };

function finish(reason: NeutralReason): TurnEvent {
  return { type: "finish", finish: { reason, raw: "", usage: USAGE, discarded: ZERO_USAGE } };
}

/** A turn of text whose characters take one to four bytes in UTF-8. */
export const TEXT_TURN: readonly TurnEvent[] = [
  { type: "text", text: "Grüße, " },
  { type: "text", text: "世界 " },
  { type: "text", text: "🌍." },
  finish("stop"),
];

/** A turn whose text comes in pieces of which some are blanks alone, as tokens are. */
export const BLANKS_TURN: readonly TurnEvent[] = [
  { type: "text", text: " one" },
  { type: "text", text: " " },
  { type: "text", text: "two" },
  { type: "text", text: "\n\n" },
  { type: "text", text: "three\n" },
  finish("stop"),
];

/** A turn with one tool call, its arguments in fragments. */
export const TOOL_TURN: readonly TurnEvent[] = [
  { type: "text", text: "Let me look." },
  { type: "tool_call", index: 0, id: "call_a", name: "get_weather", arguments: '{"ci' },
  { type: "tool_call", index: 0, arguments: 'ty":"Par' },
  { type: "tool_call", index: 0, arguments: 'is"}' },
  finish("tool_use"),
];

/** A turn with two tool calls, one after the other. */
export const PARALLEL_TURN: readonly TurnEvent[] = [
  { type: "tool_call", index: 0, id: "call_a", name: "get_weather", arguments: '{"city":' },
  { type: "tool_call", index: 0, arguments: '"Oslo"}' },
  { type: "tool_call", index: 1, id: "call_b", name: "get_weather", arguments: '{"city":' },
  { type: "tool_call", index: 1, arguments: '"Rome"}' },
  finish("tool_use"),
];

/** A turn with a call of a tool that takes no arguments. */
export const NO_ARGUMENTS_TURN: readonly TurnEvent[] = [
  { type: "tool_call", index: 0, id: "call_a", name: "get_time", arguments: "" },
  finish("tool_use"),
];

/** A turn in which the model thinks before it speaks. */
export const REASONING_TURN: readonly TurnEvent[] = [
  { type: "reasoning", text: "They greet " },
  { type: "reasoning", text: "me." },
  { type: "text", text: "Hello" },
  { type: "text", text: "!" },
  finish("stop"),
];

/** A turn in which the model has nothing to say. */
export const EMPTY_TURN: readonly TurnEvent[] = [finish("stop")];

/** A turn whose text has what ends a line in other formats: U+2028, U+2029, U+0085, VT, FF. */
export const SEPARATORS_TURN: readonly TurnEvent[] = [
  { type: "text", text: "a\u2028b\u2029c\u0085d" },
  { type: "text", text: "\ve\ff\r\n\r\ng\n\nh" },
  finish("stop"),
];

/** A turn whose text speaks of streams. */
export const MARKER_TEXT_TURN: readonly TurnEvent[] = [
  { type: "text", text: "The end is " },
  { type: "text", text: "[DONE]" },
  { type: "text", text: ", as in data: [DONE]\n\ndata: [DONE]\n\n" },
  { type: "text", text: "message_stop, response.completed, message-end: not yet." },
  finish("stop"),
];

/** Writes a turn as frames of a wire. */
export function framesOf(wire: Wire, events: Iterable<TurnEvent>): SseEvent[] {
  return [...encodeTurn(wire, events)];
}

/** Writes frames as chunks of a body, one each. */
export function chunksOf(wire: Wire, frames: readonly SseEvent[]): Bytes[] {
  return frames.map((frame) => encodeFrame(wire, frame));
}

/** Writes frames as one body. */
export function bodyOf(wire: Wire, frames: readonly SseEvent[]): Bytes {
  return concatBytes(chunksOf(wire, frames));
}

/** The chunks of an answer that never ends: one event of text each. */
export function* endlessChunks(wire: Wire): Generator<Bytes> {
  const encoder = wire.encoder();
  for (let index = 0;; index++) {
    yield* chunksOf(wire, encoder.push({ type: "text", text: `word${index} ` }));
  }
}
