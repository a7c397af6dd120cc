import type { Bytes } from "../bytes.ts";
import type { WireId } from "../wire/wire.ts";
import { checkCustomWire, customChunks, customContentType } from "./custom_wire.ts";
import type { CustomWire } from "./custom_wire.ts";
import { samplesOf } from "./samples/all_samples.ts";
import type { WireSamples } from "./samples/samples.ts";
import { endlessChunks } from "./samples/turns.ts";

export type { CustomWire };

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
 * @throws {TypeError} If it is neither, or its events are none.
 * @throws {RangeError} If its events say nothing, are all the same, or end the turn.
 */
export function subjectOf(wire: WireId | CustomWire): Subject {
  if (typeof wire === "string") return subjectWith(samplesOf(wire));
  checkCustomWire(wire);
  return { contentType: customContentType(wire), endless: () => customChunks(wire) };
}

/** What is known of a wire by its samples. */
export function subjectWith(samples: WireSamples): Subject {
  const { contentType } = samples.wire;
  return { contentType, samples, endless: () => endlessChunks(samples.wire) };
}
