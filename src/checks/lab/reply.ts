import type { Bytes } from "../../bytes.ts";

/** What the lab answers to a request. */
export interface Reply {
  /** The HTTP status. @default {200} */
  readonly status?: number | undefined;
  /** The content type. */
  readonly contentType: string;
  /** The body, chunk by chunk; taken one at a time, so it may be endless. */
  readonly chunks: Iterable<Bytes>;
  /** What follows the last chunk: a clean end, a broken connection, or nothing, for ever. */
  readonly end: "close" | "reset" | "hang";
  /** Whether even the headers are held back for ever. @default {false} */
  readonly holdHeaders?: boolean | undefined;
  /** The pause before each chunk, in milliseconds. @default {0} */
  readonly gapMs?: number | undefined;
}
