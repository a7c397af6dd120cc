import { type Bytes, concatBytes, toBytes } from "../../bytes.ts";
import type { Failure } from "../failure/failure.ts";
import { tooLargeFailure } from "../failure/own_failures.ts";
import type { AnswerStream } from "../stream/answer_stream.ts";
import { EventSplitter } from "../stream/event_splitter.ts";
import { parseData } from "../stream/parse_data.ts";
import { rebuildFromChunks } from "./rebuild_from_chunks.ts";

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
  const parts: Bytes[] = [];
  let length = 0;
  for (let step = await stream.next(); step.type !== "end"; step = await stream.next()) {
    if (step.type === "failed") return { failure: step.failure };
    parts.push(step.bytes);
    length += step.bytes.length;
    if (length <= maxBytes) continue;
    stream.cancel();
    return { failure: tooLargeFailure(`The answer has more than ${maxBytes} bytes`) };
  }
  const events = new EventSplitter(maxBytes).push(concatBytes(parts));
  const chunks = events.map(({ data }) => parseData(data)).filter((chunk) => chunk !== undefined);
  return { body: toBytes(JSON.stringify(rebuildFromChunks(chunks))) };
}
