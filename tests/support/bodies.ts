import fc from "fast-check";
import type { Bytes } from "../../src/bytes.ts";
import { concatBytes, toBytes } from "../../src/bytes.ts";
import type { SseEvent } from "../../src/sse/sse_event.ts";
import type { TurnEvent } from "../../src/turn/turn.ts";
import { encodeFrame, encodeTurn as framesOfTurn } from "../../src/wire/encode_turn.ts";
import type { EncodeOptions, Wire } from "../../src/wire/wire.ts";

/** The frames a provider would send for the events of a turn. */
export function framesOf(
  wire: Wire,
  events: readonly TurnEvent[],
  options?: EncodeOptions,
): SseEvent[] {
  return [...framesOfTurn(wire, events, options)];
}

/** The bytes of each frame. */
export function frameBytes(wire: Wire, frames: readonly SseEvent[]): Bytes[] {
  return frames.map((frame) => encodeFrame(wire, frame));
}

/** The whole body a provider would send for the events of a turn. */
export function encodeTurn(
  wire: Wire,
  events: readonly TurnEvent[],
  options?: EncodeOptions,
): Bytes {
  return concatBytes(frameBytes(wire, framesOf(wire, events, options)));
}

/** A body of SSE events, each `data:` a text as it is or the JSON of a value. */
export function sseBody(...payloads: readonly unknown[]): Bytes {
  return toBytes(
    payloads.map((payload) =>
      `data: ${typeof payload === "string" ? payload : JSON.stringify(payload)}\n\n`
    ).join(""),
  );
}

/** A body of NDJSON lines, each a text as it is or the JSON of a value. */
export function ndjsonBody(...payloads: readonly unknown[]): Bytes {
  return toBytes(
    payloads.map((payload) =>
      `${typeof payload === "string" ? payload : JSON.stringify(payload)}\n`
    ).join(""),
  );
}

/** Cuts bytes into chunks of the given sizes, which are used round and round; 0 gives an empty chunk. */
export function rechunk(bytes: Bytes, sizes: readonly number[]): Bytes[] {
  const chunks: Bytes[] = [];
  const usable = sizes.some((size) => size > 0) ? sizes : [1];
  let start = 0;
  while (start < bytes.length) {
    const size = usable[chunks.length % usable.length]!;
    chunks.push(bytes.slice(start, start + size));
    start += size;
  }
  return chunks;
}

/** Sizes of chunks for `rechunk()`: mostly small, so that every place gets cut. */
export function chunkSizes(): fc.Arbitrary<number[]> {
  return fc.array(fc.oneof(fc.integer({ min: 1, max: 5 }), fc.nat(40)), {
    minLength: 1,
    maxLength: 8,
  });
}
