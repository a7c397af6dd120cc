import type { Bytes } from "../bytes.ts";
import { encodeNdjson } from "../sse/encode_ndjson.ts";
import { encodeSse } from "../sse/encode_sse.ts";
import type { SseEvent } from "../sse/sse_event.ts";
import { shown } from "../shown.ts";
import { eventFault } from "../turn/event_fault.ts";
import type { TurnEvent } from "../turn/turn.ts";
import { checkEncodeOptions, usageFault } from "./encode_options.ts";
import type { EncodeOptions, Wire } from "./wire.ts";

/**
 * Writes a turn as the frames that the provider itself would send, each when it is asked for.
 *
 * @param wire The format to write.
 * @param events The events of the turn; asked for one by one, so that they may be endless.
 * @param options What the response says of itself.
 * @returns The frames. They fail with a `TypeError` at what is no event of a turn, and at what the
 * wire has no way to say.
 * @throws {TypeError} If the events cannot be iterated, or an option is of the wrong kind.
 */
export function encodeTurn(
  wire: Wire,
  events: Iterable<TurnEvent>,
  options: EncodeOptions = {},
): Generator<SseEvent, void> {
  if (typeof (events as Partial<Iterable<TurnEvent>> | null)?.[Symbol.iterator] !== "function") {
    throw new TypeError(
      `Cannot encode a turn as its events must be a list or another iterable of events: got ${
        shown(events)
      }`,
    );
  }
  checkEncodeOptions(options);
  return framesOf(wire, events, options);
}

function* framesOf(
  wire: Wire,
  events: Iterable<TurnEvent>,
  options: EncodeOptions,
): Generator<SseEvent, void> {
  const encoder = wire.encoder(options);
  for (const event of events) {
    const fault = eventFault(event) ?? countFault(event);
    if (fault !== undefined) throw new TypeError(`Cannot encode a turn: ${fault}`);
    yield* encoder.push(event);
  }
  yield* encoder.end();
}

/** What is no number would be written as `null`, or as a sum that is none. */
function countFault(event: TurnEvent): string | undefined {
  return event.type === "finish" ? usageFault(event.finish.usage, "a finish") : undefined;
}

/** Writes a frame as the bytes that carry it in a body of the wire. */
export function encodeFrame({ framing }: Pick<Wire, "framing">, frame: SseEvent): Bytes {
  return framing === "sse" ? encodeSse(frame) : encodeNdjson(frame);
}
