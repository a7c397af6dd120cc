import type { Problem } from "../providers/problem.ts";

/** How fast a stream is written; without any of it, at once and without a timer. */
export interface Timing {
  /** From the request to the first token, in milliseconds; what comes before it comes at once. @default {0} */
  readonly firstTokenMs?: number | undefined;
  /**
   * How many tokens a second follow: tokens, not frames. A frame waits for the last of the tokens it carries,
   * so that the pace is the same however the text is cut.
   */
  readonly tokensPerSecond?: number | undefined;
  /** How long each frame waits, whatever it carries, in milliseconds, in place of a pace of tokens. */
  readonly frameMs?: number | undefined;
  /** How much each wait may differ, as a part of it: 0.2 is from 80 % to 120 %. @default {0} */
  readonly jitter?: number | undefined;
  /**
   * How likely a frame comes at once with the one before; the waits between bursts grow, so that the pace
   * stays. @default {0}
   */
  readonly burst?: number | undefined;
  /**
   * The waits before each frame as they were recorded, in milliseconds, in place of the above; frames beyond
   * the list come at once.
   */
  readonly recordedMs?: readonly number[] | undefined;
  /** How many times faster than recorded; 0 is at once. @default {1} */
  readonly speed?: number | undefined;
  /** Whether an answer that is not streamed, which is one frame, has this pace too. @default {true} */
  readonly unstreamed?: boolean | undefined;
}

/** How a text is cut into frames. For pieces of bytes, see {@linkcode Spelling.packetBytes}. */
export interface Chunking {
  /** What is counted. @default {"token"} */
  readonly by?: "token" | "word" | "character" | undefined;
  /** How many of them a frame carries. @default {1} */
  readonly size?: number | undefined;
}

/**
 * What can go wrong with a stream.
 *
 * These end it, at an exact frame, byte or time: `close` ends the body as if it were whole; `reset` breaks the
 * connection off; `hang` sends nothing more and ends nothing; `error-frame` says in the provider's own form
 * that something went wrong, and ends the body.
 *
 * These change the frame that comes next: `malformed-frame` leaves out the second half of its payload,
 * `duplicate-frame` sends it twice, `reorder` after the one that follows it; `early-marker` sends the end
 * marker before it, and not at its own place.
 *
 * These have no position: `missing-marker` and `double-marker` send the end marker not at all or twice;
 * `content-after-finish` sends the last content again after the reason to finish; `usage-on-every-chunk` adds
 * the tokens so far to every chunk, on wires that can. Where a wire has no marker of its own, the frame that
 * tells the reason is its marker.
 */
export type FaultKind =
  | "close"
  | "reset"
  | "hang"
  | "error-frame"
  | "malformed-frame"
  | "duplicate-frame"
  | "reorder"
  | "early-marker"
  | "missing-marker"
  | "double-marker"
  | "content-after-finish"
  | "usage-on-every-chunk";

/** The faults that have no position. */
export const UNPLACED_FAULTS: ReadonlySet<FaultKind> = new Set<FaultKind>([
  "missing-marker",
  "double-marker",
  "content-after-finish",
  "usage-on-every-chunk",
]);

/**
 * A fault of a stream. What was asked for before it is delivered exactly: so many frames, so many bytes, or
 * what is due before that time. A stream that is over before the fault is an error, not whole, unless the fault
 * is `optional`.
 */
export interface Fault {
  /** What goes wrong. */
  readonly kind: FaultKind;
  /** After how many whole frames, counted as they are sent. */
  readonly afterFrames?: number | undefined;
  /**
   * After how many bytes of the body, as it is spelt; within a frame if it so happens. What changes a whole
   * frame changes the first that begins there or later.
   */
  readonly afterBytes?: number | undefined;
  /** After how many milliseconds from the request; a frame due just then comes no more before it. */
  readonly afterMs?: number | undefined;
  /** What the provider says, for `error-frame`. @default {an overloaded provider} */
  readonly problem?: Problem | undefined;
  /**
   * Whether a stream that is over before is served whole, in place of the error; for faults that end it.
   * @default {false}
   */
  readonly optional?: boolean | undefined;
}

/** How the same stream is spelt on the network; what a framing has no place for has nothing to spell. */
export interface Spelling {
  /** What ends a line. @default {as the provider has it: "\r\n" in the events of Gemini, else "\n"} */
  readonly lineEnd?: "\n" | "\r\n" | "\r" | undefined;
  /** Whether a space follows the colon of a field. @default {true} */
  readonly spaceAfterColon?: boolean | undefined;
  /** Whether the body begins with a byte order mark. @default {false} */
  readonly bom?: boolean | undefined;
  /** A comment to write before the first of every so many frames, in event streams. */
  readonly comment?: { readonly text: string; readonly everyFrames: number } | undefined;
  /**
   * How many bytes the network hands over at a time, whatever the frames are: 1 splits every character and
   * line end. Without it, what is ready goes together. On a port each is a chunk of HTTP/1.1 by itself; a client may
   * read several at once.
   */
  readonly packetBytes?: number | undefined;
}

/** How a streamed answer is delivered. */
export interface Delivery {
  /** How fast. */
  readonly timing?: Timing | undefined;
  /** In which pieces. */
  readonly chunking?: Chunking | undefined;
  /** What goes wrong. */
  readonly faults?: readonly Fault[] | undefined;
  /** How it is spelt. */
  readonly spelling?: Spelling | undefined;
  /** What the response says its body is, in place of the true content type. */
  readonly contentType?: string | undefined;
}
