import type { SseEvent } from "../../../sse/sse_event.ts";
import { frameOf } from "../../../wire/frame.ts";

/** What every chunk says of the response. */
export const HEAD = { id: "turn-1", object: "chat.completion.chunk", created: 0, model: "model" };

/** The marker. */
export const DONE: SseEvent = frameOf("[DONE]");

/** A chunk with one choice. */
export function chunk(delta: unknown, reason: string | null = null, more: object = {}): SseEvent {
  return frameOf({ ...HEAD, choices: [{ index: 0, delta, finish_reason: reason }], ...more });
}

/** A chunk with a piece of a tool call. */
export function call(entry: object, ...others: object[]): SseEvent {
  return chunk({ tool_calls: [entry, ...others] });
}

/** An entry of `tool_calls` that begins a call. */
export function opening(index: number, id: string, name: string, json: string): object {
  return { index, id, type: "function", function: { name, arguments: json } };
}

/** An entry of `tool_calls` that goes on with a call. */
export function going(index: number, json: string): object {
  return { index, function: { arguments: json } };
}

/** The first chunk of a turn. */
export const START: SseEvent = chunk({ role: "assistant", content: "" });
/** The text "Hello". */
export const HELLO: SseEvent = chunk({ content: "Hello" });
/** The normal end of a turn of text. */
export const STOP: SseEvent = chunk({}, "stop");
/** The normal end of a turn with calls. */
export const CALLS: SseEvent = chunk({}, "tool_calls");

/** A usage of 14 tokens read, three of them from the cache, and 7 written. */
export const USAGE = {
  prompt_tokens: 14,
  completion_tokens: 7,
  total_tokens: 21,
  prompt_tokens_details: { cached_tokens: 3, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
};
