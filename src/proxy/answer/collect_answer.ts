import { type Bytes, toBytes } from "../../bytes.ts";
import type { Failure } from "../failure/failure.ts";
import { tooLargeFailure } from "../failure/own_failures.ts";
import type { AnswerStream } from "../stream/answer_stream.ts";
import { EventSplitter } from "../stream/event_splitter.ts";
import { parseData } from "../stream/parse_data.ts";
import { RebuiltAnswer } from "./rebuild_from_chunks.ts";

/** A whole answer, or why there is none. */
export type CollectedAnswer =
  | { readonly body: Bytes; readonly failure?: undefined }
  | { readonly body?: undefined; readonly failure: Failure };

/**
 * Reads a stream of `/v1/chat/completions` to its end and makes the answer of it that was asked for: some upstreams
 * stream whatever is asked. Nothing of it has reached the client, so that a stream that breaks off is a failure like
 * any other.
 *
 * @param stream The stream, committed or not.
 * @param maxBytes How large it may be.
 */
export async function collectAnswer(
  stream: Pick<AnswerStream, "next" | "cancel">,
  maxBytes: number,
): Promise<CollectedAnswer> {
  const splitter = new EventSplitter(maxBytes);
  const answer = new RebuiltAnswer();
  const add = (bytes: Bytes): void => {
    for (const { data } of splitter.push(bytes)) {
      const chunk = parseData(data);
      if (chunk !== undefined) answer.add(chunk);
    }
  };
  let length = 0;
  for (let step = await stream.next(); step.type !== "end"; step = await stream.next()) {
    if (step.type === "failed") return { failure: step.failure };
    length += step.bytes.length;
    if (length > maxBytes) {
      stream.cancel();
      return { failure: tooLargeFailure(`The answer has more than ${maxBytes} bytes`) };
    }
    add(step.bytes);
  }
  return { body: toBytes(JSON.stringify(answer.whole())) };
}
