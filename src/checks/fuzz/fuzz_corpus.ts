import { toBytes } from "../../bytes.ts";
import type { Bytes } from "../../bytes.ts";
import { shown } from "../../shown.ts";
import type { WireId } from "../../wire/wire.ts";
import { wireReader } from "../../wire/wire_reader.ts";
import { samplesOf } from "../samples/all_samples.ts";
import { chunksOf, framesOf, PARALLEL_TURN, TEXT_TURN, TOOL_TURN } from "../samples/turns.ts";
import type { SseReader } from "../sse/emit.ts";
import type { Respellable } from "./respelling.ts";

/** Bodies of a format that is not known here, to be mutated. */
export interface FuzzCorpus {
  /**
   * Whole bodies, each as the texts of its events, blank lines included. Where all are events of an
   * event stream with line feeds, they are also spelled otherwise.
   */
  readonly bodies: readonly (readonly string[])[];
}

/** The bodies that are tried, and what is known of them. */
export interface Corpus {
  /** Whole bodies, one event after the other. */
  readonly bodies: readonly (readonly Bytes[])[];
  /** Whether a turn ends at a marker, and not at the end of the body. */
  readonly endsAtMarker: boolean;
  /**
   * A right reader, where not every body may be asked of one: without a marker, damage can make two
   * whole turns of one.
   */
  readonly right?: SseReader | undefined;
  /** What may be respelled; nothing if `undefined`. */
  readonly respellable?: Respellable | undefined;
}

/**
 * Gives the bodies to try.
 *
 * @param wire The id of a known wire, or bodies of another.
 * @throws {TypeError} If it is neither.
 */
export function corpusOf(wire: WireId | FuzzCorpus): Corpus {
  return typeof wire === "string" ? sampledCorpus(wire) : givenCorpus(wire);
}

function sampledCorpus(id: WireId): Corpus {
  const { wire, failures } = samplesOf(id);
  // The smallest first: that is where a failure is made smaller to.
  const smallest = [...TEXT_TURN.slice(0, 1), ...TEXT_TURN.slice(-1)];
  const turns = [smallest, TEXT_TURN, TOOL_TURN, PARALLEL_TURN];
  const frames = [
    ...turns.map((turn) => framesOf(wire, turn)),
    ...failures.map((failure) => failure.frames),
  ];
  return {
    bodies: frames.map((body) => chunksOf(wire, body)),
    endsAtMarker: wire.endsAt === "marker",
    right: wire.endsAt === "marker" ? undefined : wireReader(id),
    respellable: { isSse: wire.framing === "sse", isJson: true },
  };
}

/** An event of an event stream, in lines that end with line feeds. */
const SSE_EVENT = /^(?:(?:data|event|id|retry)?:[^\r\n]*\n)+\n$/;

function givenCorpus(corpus: FuzzCorpus): Corpus {
  const bodies: unknown = corpus?.bodies;
  const isCorpus = Array.isArray(bodies) && bodies.length > 0 &&
    bodies.every((body) => Array.isArray(body) && body.every((event) => typeof event === "string"));
  if (!isCorpus) {
    throw new TypeError(
      "Cannot fuzz the wire as it is neither a known id nor { bodies } with at least one body, each " +
        `an array of the texts of its events: current value is ${shown(corpus)}`,
    );
  }
  const isSse = corpus.bodies.flat().every((event) => SSE_EVENT.test(event));
  return {
    bodies: corpus.bodies.map((body) => body.map(toBytes)),
    endsAtMarker: true,
    respellable: isSse ? { isSse, isJson: false } : undefined,
  };
}
