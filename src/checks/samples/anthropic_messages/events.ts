import type { SseEvent } from "../../../sse/sse_event.ts";
import { frameOf } from "../../../wire/frame.ts";

/** An event, named like its type. */
export function event(type: string, fields: object = {}): SseEvent {
  return frameOf({ type, ...fields }, type);
}

/** Begins a message that has been told these tokens. */
export function start(usage: object = { input_tokens: 11, output_tokens: 1 }): SseEvent {
  const message = {
    id: "turn-1",
    type: "message",
    role: "assistant",
    model: "model",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
  return event("message_start", { message });
}

/** Opens a block. */
export function open(index: number, block: object): SseEvent {
  return event("content_block_start", { index, content_block: block });
}

/** Opens a block of text. */
export function openText(index: number, text = ""): SseEvent {
  return open(index, { type: "text", text });
}

/** Opens a tool call. */
export function openCall(index: number, id: string, name: string): SseEvent {
  return open(index, { type: "tool_use", id, name, input: {} });
}

/** A piece of a block. */
export function delta(index: number, piece: object): SseEvent {
  return event("content_block_delta", { index, delta: piece });
}

/** A piece of text. */
export function text(index: number, piece: string): SseEvent {
  return delta(index, { type: "text_delta", text: piece });
}

/** A piece of a tool call's arguments. */
export function json(index: number, piece: string): SseEvent {
  return delta(index, { type: "input_json_delta", partial_json: piece });
}

/** Closes a block. */
export function close(index: number): SseEvent {
  return event("content_block_stop", { index });
}

/** Tells the reason to finish. */
export function reason(word: string, usage: object = { output_tokens: 7 }): SseEvent {
  return event("message_delta", { delta: { stop_reason: word, stop_sequence: null }, usage });
}

/** A sign of life. */
export const PING: SseEvent = event("ping");
/** The marker. */
export const STOP: SseEvent = event("message_stop");
/** A block with the text "Hello". */
export const HELLO: readonly SseEvent[] = [openText(0), text(0, "Hello"), close(0)];
/** The normal end of a turn of text. */
export const END: readonly SseEvent[] = [reason("end_turn"), STOP];
/** The normal end of a turn with calls. */
export const CALLS: readonly SseEvent[] = [reason("tool_use"), STOP];
/** A call of the tool "one" with the arguments `{"a":1}`, as the first block. */
export const ONE: readonly SseEvent[] = [
  openCall(0, "a", "one"),
  json(0, ""),
  json(0, '{"a"'),
  json(0, ":1}"),
  close(0),
];
