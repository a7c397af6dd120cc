import type { SseEvent } from "../sse/sse_event.ts";

/** Makes a frame that carries a payload. */
export function frameOf(payload: unknown, event?: string): SseEvent {
  const data = typeof payload === "string" ? payload : JSON.stringify(payload);
  return { event, data, id: undefined, unterminated: false };
}
