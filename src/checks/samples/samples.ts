import type { Bytes } from "../../bytes.ts";
import type { SseEvent } from "../../sse/sse_event.ts";
import type { Finish } from "../../turn/finish.ts";
import type { Wire } from "../../wire/wire.ts";

/** A response that reports a failure although its status is 200. */
export interface FailureSample {
  /** What is sent, in a few words. */
  readonly name: string;
  /** The frames of the body, up to and after the failure. */
  readonly frames: readonly SseEvent[];
}

/** An unusual but legal way to send a whole turn. */
export interface ShapeSample {
  /** What is unusual, in a few words. */
  readonly name: string;
  /** The frames of the whole body. */
  readonly frames: readonly SseEvent[];
  /** What it says. */
  readonly expected: ExpectedTurn;
}

/** The parts of a turn that a sample pins down; those left out may be anything. */
export interface ExpectedTurn {
  /** All text. */
  readonly text?: string;
  /** The calls, with their arguments as values. */
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: unknown }[];
  /** The neutral reason. */
  readonly reason?: string;
  /** The provider's own word. */
  readonly usage?: Finish["usage"];
}

/** An end of a turn that is not the normal one. */
export interface EndingSample {
  /** The provider's word, or what stands in its place. */
  readonly name: string;
  /** The frames of the whole body. */
  readonly frames: readonly SseEvent[];
  /** The reason an adapter must give. */
  readonly reason: string;
}

/** A body sent as it is. */
export interface BodySample {
  /** What is special, in a few words. */
  readonly name: string;
  /** The body. */
  readonly body: Bytes;
}

/** What a known wire adds to the generic samples, where wires differ. */
export interface WireSamples {
  /** The wire. */
  readonly wire: Wire;
  /** Failures inside a 200. */
  readonly failures: readonly FailureSample[];
  /** Unusual shapes of chunks with one whole turn each. */
  readonly shapes: readonly ShapeSample[];
  /** Unusual ways to send tool calls. */
  readonly toolShapes: readonly ShapeSample[];
  /** Turns with a finish, but whose tool arguments are cut. */
  readonly cutArguments: readonly FailureSample[];
  /** The ways a turn may end besides the normal one. */
  readonly endings: readonly EndingSample[];
  /** Frames after the end of the turn, which are no part of it. Empty where the wire ends at EOF. */
  readonly afterMarker: readonly SseEvent[];
  /** Spellings of the marker found in the field, each ending a turn with the text "Hello". */
  readonly markers: readonly BodySample[];
}
