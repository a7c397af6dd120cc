import { toBytes } from "../bytes.ts";
import type { Bytes } from "../bytes.ts";
import type { WireId } from "../wire/wire.ts";
import { samplesOf } from "./samples/all_samples.ts";
import type { WireSamples } from "./samples/samples.ts";
import { endlessChunks } from "./samples/turns.ts";

/** A wire format that is not known here: enough for the checks that need no more than text. */
export interface CustomWire {
  /**
   * Writes the i-th server-sent event of an endless answer of text, its blank line included.
   *
   * @param index Which event, from 0. None may end the turn.
   */
  event(index: number): string;
  /** The content type of the stream. @default {"text/event-stream"} */
  readonly contentType?: string | undefined;
}

/** What is known of the wire an adapter under test speaks. */
export interface Subject {
  /** The content type of its streams. */
  readonly contentType: string;
  /** An answer of text that never ends, one event a chunk. */
  endless(): Iterable<Bytes>;
  /** The samples of a known wire. */
  readonly samples?: WireSamples | undefined;
}

/**
 * Finds out what is known of a wire.
 *
 * @param wire The id of a known wire, or events of another.
 * @throws {TypeError} If it is neither.
 */
export function subjectOf(wire: WireId | CustomWire): Subject {
  if (typeof wire === "string") return subjectWith(samplesOf(wire));
  if (typeof wire !== "object" || wire === null || typeof wire.event !== "function") {
    throw new TypeError(
      "Cannot check the wire as it is neither a known id nor an object with a function event(i): " +
        `current value is ${JSON.stringify(wire)}`,
    );
  }
  const { contentType = "text/event-stream" } = wire;
  return { contentType, endless: () => customChunks(wire) };
}

/** What is known of a wire by its samples. */
export function subjectWith(samples: WireSamples): Subject {
  const { contentType } = samples.wire;
  return { contentType, samples, endless: () => endlessChunks(samples.wire) };
}

function* customChunks(wire: CustomWire): Generator<Bytes> {
  for (let index = 0;; index++) {
    const event = wire.event(index);
    if (typeof event !== "string" || !/(\n\n|\r\r|\r\n\r\n)$/.test(event)) {
      throw new TypeError(
        "Cannot use the event as it must be a text that ends with a blank line: " +
          `event(${index}) gave ${JSON.stringify(event)}`,
      );
    }
    yield toBytes(event);
  }
}
