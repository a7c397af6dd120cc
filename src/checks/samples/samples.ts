import type { Bytes } from "../../bytes.ts";
import type { SseEvent } from "../../sse/sse_event.ts";
import type { Usage } from "../../turn/usage.ts";
import type { Wire } from "../../wire/wire.ts";

/** What every sample says of itself. */
interface Named {
  /**
   * What is special, in a few words. What only some servers of the wire do carries their name in
   * parentheses.
   */
  readonly name: string;
  /** The public report it comes from, as owner/repository#number; none where a spec says it. */
  readonly source?: string;
}

/** A body, frame by frame. */
export interface FramesSample extends Named {
  /** The frames of the whole body. */
  readonly frames: readonly SseEvent[];
}

/** A body sent as it is. */
export interface BodySample extends Named {
  /** The body. */
  readonly body: Bytes;
}

/** The parts of a turn that a sample pins down; those left out may be anything. */
export interface ExpectedTurn {
  /** All text. */
  readonly text?: string | undefined;
  /** The calls, with their arguments as values. */
  readonly toolCalls?: readonly ExpectedCall[] | undefined;
  /** All reasoning. An adapter may leave reasoning out, but not change it. */
  readonly reasoning?: string | undefined;
  /** The reason, neutral or passed through. */
  readonly reason?: string | undefined;
  /** The tokens. */
  readonly usage?: Usage | undefined;
}

/** A tool call of a sample. */
export interface ExpectedCall {
  /** The tool's name. */
  readonly name: string;
  /** The arguments as a value. */
  readonly arguments: unknown;
}

/** An unusual but legal way to send a whole turn. */
export interface TurnSample extends FramesSample {
  /** What it says. */
  readonly expected: ExpectedTurn;
}

/** An end told more than once. */
export interface FinishSample extends TurnSample {
  /** Whether the ends contradict each other, so that refusing them is right as well. @default {false} */
  readonly mayFail?: boolean;
}

/** A turn with a finish, but whose tool arguments are cut. */
export interface CutArgumentsSample extends FramesSample {
  /** The calls of the turn whose arguments are whole. @default {[]} */
  readonly wholeCalls?: readonly ExpectedCall[];
}

/** A way to end a turn. */
export interface EndingSample extends FramesSample {
  /** The reasons an adapter may give: one, or also the raw word where only a dialect has it. */
  readonly reasons: readonly string[];
}

/** A way to report the tokens of a turn. */
export interface UsageSample extends FramesSample {
  /** What it means. */
  readonly usage: Usage;
}

/** What a known wire adds to the generic samples, where wires differ. */
export interface WireSamples {
  /** The wire. */
  readonly wire: Wire;
  /** Leaves out what no client reads, so that a body can be cut at every byte in reasonable time. */
  readonly slim?: (frames: readonly SseEvent[]) => readonly SseEvent[];
  /** A turn whose first frame carries something that is missed if the frame is. */
  readonly opening?: readonly SseEvent[];
  /** Failures inside a 200, frame by frame. */
  readonly failures: readonly FramesSample[];
  /** Failures inside a 200 that are no frames of the stream. */
  readonly failureBodies: readonly BodySample[];
  /** The provider's errors as plain JSON, which a gateway may send with a 200. */
  readonly jsonErrors: readonly BodySample[];
  /** Unusual shapes of chunks, with one whole turn each. */
  readonly shapes: readonly TurnSample[];
  /** Unusual ways to send tool calls. */
  readonly toolShapes: readonly TurnSample[];
  /** Turns with a finish, but whose tool arguments are cut. */
  readonly cutArguments: readonly CutArgumentsSample[];
  /** The ways a turn may end. */
  readonly endings: readonly EndingSample[];
  /** Ends that are told more than once. */
  readonly finishes: readonly FinishSample[];
  /** The ways to report tokens. */
  readonly usages: readonly UsageSample[];
  /** Frames after the end of the turn, which are no part of it. Empty where the wire ends at EOF. */
  readonly afterMarker: readonly SseEvent[];
  /** Spellings of the marker found in the field, each ending a turn with the text "Hello". */
  readonly markers: readonly BodySample[];
}
