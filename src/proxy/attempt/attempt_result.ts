import type { Bytes } from "../../bytes.ts";
import type { Failure } from "../failure/failure.ts";
import type { AnswerStream } from "../stream/answer_stream.ts";

/** What an attempt came to before anything of it reached the client. */
export type AttemptResult =
  | { readonly type: "failed"; readonly failure: Failure }
  | { readonly type: "whole"; readonly head: ClientHead; readonly body: Bytes }
  | { readonly type: "stream"; readonly head: ClientHead; readonly stream: AnswerStream };

/** The head of an answer, as the client gets it. */
export interface ClientHead {
  /** The status. */
  readonly status: number;
  /** The headers for the client. */
  readonly headers: Record<string, string>;
}
