import type { SseEvent } from "../../../sse/sse_event.ts";
import { frameOf } from "../../../wire/frame.ts";

/** What every chunk says of the response. */
export const TAIL = { modelVersion: "model", responseId: "turn-1" };

/** A chunk with one candidate. */
export function chunk(candidate: object, more: object = {}): SseEvent {
  return frameOf({ candidates: [{ index: 0, ...candidate }], ...more, ...TAIL });
}

/** Content of these parts. */
export function content(...parts: readonly object[]): { readonly content: object } {
  return { content: { parts, role: "model" } };
}

/** A chunk with these parts. */
export function parts(...some: readonly object[]): SseEvent {
  return chunk(content(...some));
}

/** A chunk with a piece of text. */
export function text(piece: string): SseEvent {
  return parts({ text: piece });
}

/** A part with a tool call. */
export function call(name: string, args: object | undefined, more: object = {}): object {
  return { functionCall: { name, ...(args === undefined ? {} : { args }), ...more } };
}

/** A usage of 14 tokens read, three of them from the cache, and 7 written. */
export const USAGE = {
  promptTokenCount: 14,
  cachedContentTokenCount: 3,
  candidatesTokenCount: 7,
  totalTokenCount: 21,
};

/** The last chunk of a turn: an empty text, a reason and the usage. */
export function end(finishReason: string): SseEvent {
  return chunk({ ...content({ text: "" }), finishReason }, { usageMetadata: USAGE });
}

/** The normal end. */
export const STOP: SseEvent = end("STOP");
/** The text "Hello". */
export const HELLO: SseEvent = text("Hello");
