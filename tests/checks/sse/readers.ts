import type { Bytes } from "../../../src/bytes.ts";
import type { SseReader } from "../../../src/checks/sse/emit.ts";
import type { TurnEvent } from "../../../src/turn/turn.ts";
import { ZERO_USAGE } from "../../../src/turn/usage.ts";
import { wireReader } from "../../../src/wire/wire_reader.ts";

/** The reader under which every check passes. */
export const RIGHT: SseReader = wireReader("openai-chat");

export const FINISH: TurnEvent = {
  type: "finish",
  finish: { reason: "stop", raw: "stop", usage: ZERO_USAGE, discarded: ZERO_USAGE },
};

export const BODY: string = 'data: {"choices":[{"delta":{"content":"Hi"}}]}\n\n' +
  'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';

/** A reader that changes what the right one gives. */
export function changed(
  change: (
    events: AsyncIterable<TurnEvent>,
    body: ReadableStream<Bytes>,
  ) => AsyncIterable<TurnEvent>,
): SseReader {
  return (body) => change(RIGHT(body), body);
}
