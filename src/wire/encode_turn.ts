import type { Bytes } from "../bytes.ts";
import { encodeNdjson } from "../sse/encode_ndjson.ts";
import { encodeSse } from "../sse/encode_sse.ts";
import type { SseEvent } from "../sse/sse_event.ts";
import type { TurnEvent } from "../turn/turn.ts";
import type { EncodeOptions, Wire } from "./wire.ts";

/**
 * Writes a turn as the frames that the provider itself would send, each when it is asked for.
 *
 * @param wire The format to write.
 * @param events The events of the turn; asked for one by one, so that they may be endless.
 * @param options What the response says of itself.
 * @throws {TypeError} If the wire has no way to say what an event holds.
 */
export function* encodeTurn(
  wire: Wire,
  events: Iterable<TurnEvent>,
  options?: EncodeOptions,
): Generator<SseEvent, void> {
  const encoder = wire.encoder(options);
  for (const event of events) yield* encoder.push(event);
  yield* encoder.end();
}

/** Writes a frame as the bytes that carry it in a body of the wire. */
export function encodeFrame({ framing }: Pick<Wire, "framing">, frame: SseEvent): Bytes {
  return framing === "sse" ? encodeSse(frame) : encodeNdjson(frame);
}
