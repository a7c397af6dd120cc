import type { Bytes } from "../../bytes.ts";
import type { Failure } from "../failure/failure.ts";
import type { AnswerStream } from "../stream/answer_stream.ts";

/** What an attempt came to before anything of it reached the client. */
export type AttemptResult =
  | { readonly type: "failed"; readonly failure: Failure }
  | { readonly type: "whole"; readonly head: AnswerHead; readonly body: Bytes }
  | { readonly type: "stream"; readonly head: AnswerHead; readonly stream: AnswerStream };

/** The head of an answer. */
export interface AnswerHead {
  /** The status. */
  readonly status: number;
  /** The headers for the client. */
  readonly headers: Record<string, string>;
}
