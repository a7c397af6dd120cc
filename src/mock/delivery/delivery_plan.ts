import type { Problem } from "../providers/problem.ts";

/** How fast a stream is written; without any of it, at once and without a timer. */
export interface Timing {
  /** From the request to the first content, in milliseconds. @default {0} */
  readonly firstTokenMs?: number | undefined;
  /** How many tokens a second follow; each frame waits for the tokens it carries. */
  readonly tokensPerSecond?: number | undefined;
  /** How much each wait may differ, as a part of it: 0.2 is from 80 % to 120 %. @default {0} */
  readonly jitter?: number | undefined;
  /**
   * How likely a frame comes at once with the one before; the waits between bursts grow, so that the pace
   * stays. @default {0}
   */
  readonly burst?: number | undefined;
  /** The waits before each frame as they were recorded, in milliseconds, in place of the above. */
  readonly recordedMs?: readonly number[] | undefined;
  /** How many times faster than recorded; 0 is at once. @default {1} */
  readonly speed?: number | undefined;
}

/** How a text is cut into frames. */
export interface Chunking {
  /** What is counted. @default {"token"} */
  readonly by?: "token" | "word" | "character" | undefined;
  /** How many of them a frame carries. @default {1} */
  readonly size?: number | undefined;
}

/** What can go wrong with a stream, each at an exact place. */
export type FaultKind =
  | "close"
  | "reset"
  | "hang"
  | "error-frame"
  | "malformed-frame"
  | "duplicate-frame"
  | "reorder"
  | "missing-marker"
  | "early-marker"
  | "double-marker"
  | "content-after-finish"
  | "usage-on-every-chunk";

/** A fault of a stream. What was asked for before it is delivered exactly. */
export interface Fault {
  /** What goes wrong. */
  readonly kind: FaultKind;
  /** After how many frames. */
  readonly afterFrames?: number | undefined;
  /** After how many bytes of the body. */
  readonly afterBytes?: number | undefined;
  /** After how many milliseconds from the request. */
  readonly afterMs?: number | undefined;
  /** What the provider says, for `error-frame`. @default {an overloaded provider} */
  readonly problem?: Problem | undefined;
}

/** How the same stream is spelt on the network. */
export interface Spelling {
  /** What ends a line. @default {"\n"} */
  readonly lineEnd?: "\n" | "\r\n" | "\r" | undefined;
  /** Whether a space follows the colon of a field. @default {true} */
  readonly spaceAfterColon?: boolean | undefined;
  /** Whether the body begins with a byte order mark. @default {false} */
  readonly bom?: boolean | undefined;
  /** A comment to write before every so many frames. */
  readonly comment?: { readonly text: string; readonly everyFrames: number } | undefined;
  /**
   * How many bytes the network hands over at a time, whatever the frames are: 1 splits every character and
   * line end. Without it, what is ready goes together.
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
}
