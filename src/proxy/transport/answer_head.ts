import type { HeaderList } from "../header_list.ts";

/** The head of an answer, read and checked. */
export interface AnswerHead {
  /** The status. */
  readonly status: number;
  /** The headers. */
  readonly headers: HeaderList;
  /** How the body ends: after so many bytes, by its last chunk, or with the connection. */
  readonly framing: number | "chunked" | "close";
  /** Whether the peer keeps the connection open after the body. */
  readonly isKept: boolean;
}
