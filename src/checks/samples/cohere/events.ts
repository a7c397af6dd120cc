import type { SseEvent } from "../../../sse/sse_event.ts";
import { frameOf } from "../../../wire/frame.ts";

/** An event, named like its type. */
export function event(type: string, fields: object = {}): SseEvent {
  return frameOf({ type, ...fields }, type);
}

/** An event about one place of the message. */
export function at(type: string, index: number, message?: object): SseEvent {
  return event(type, { index, ...(message === undefined ? {} : { delta: { message } }) });
}

/** The first event of a turn. */
export const START: SseEvent = event("message-start", {
  id: "turn-1",
  delta: {
    message: { role: "assistant", content: [], tool_plan: "", tool_calls: [], citations: [] },
  },
});

/** A block of text, given in these pieces. */
export function content(index: number, ...pieces: readonly string[]): SseEvent[] {
  return [
    at("content-start", index, { content: { type: "text", text: "" } }),
    ...pieces.map((text) => at("content-delta", index, { content: { text } })),
    at("content-end", index),
  ];
}

/** Begins a call. */
export function openCall(index: number, id: string, name: string, json = ""): SseEvent {
  const call = { id, type: "function", function: { name, arguments: json } };
  return at("tool-call-start", index, { tool_calls: call });
}

/** A piece of a call's arguments. */
export function json(index: number, piece: string): SseEvent {
  return at("tool-call-delta", index, { tool_calls: { function: { arguments: piece } } });
}

/** Ends a call. */
export function closeCall(index: number): SseEvent {
  return at("tool-call-end", index);
}

/** A usage of 14 tokens read, three of them from the cache, and 7 written. */
export const USAGE = {
  billed_units: { input_tokens: 9, output_tokens: 7 },
  tokens: { input_tokens: 14, output_tokens: 7 },
  cached_tokens: 3,
};

/** Ends the turn. */
export function end(reason: string, usage: object = USAGE, more: object = {}): SseEvent {
  return event("message-end", { delta: { finish_reason: reason, usage, ...more } });
}

/** The marker after the end. */
export const DONE: SseEvent = frameOf("[DONE]");
/** A block with the text "Hello". */
export const HELLO: readonly SseEvent[] = content(0, "Hello");
/** The normal end of a turn of text. */
export const COMPLETE: readonly SseEvent[] = [end("COMPLETE"), DONE];
/** The normal end of a turn with calls. */
export const CALLS: readonly SseEvent[] = [end("TOOL_CALL"), DONE];
