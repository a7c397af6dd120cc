import type { Bytes } from "../../bytes.ts";

/** One event of a stream, as it came. */
export interface StreamEvent {
  /** Its bytes, the empty line that ends it included. */
  readonly bytes: Bytes;
  /** What its `event` field says; `""` without one. */
  readonly name: string;
  /** Its lines of data, joined by `\n`; `undefined` if it has none, as a comment. */
  readonly data: string | undefined;
}
