import type { AnswerHead } from "./answer_head.ts";
import type { BodyDecoder } from "./body_decoder.ts";
import { ChunkedDecoder } from "./chunked_decoder.ts";
import { CloseDecoder } from "./close_decoder.ts";
import { LengthDecoder } from "./length_decoder.ts";

/**
 * Makes what takes the framing off a body.
 *
 * @param head What says how it is framed.
 * @returns The decoder.
 */
export function decoderOf({ framing }: Pick<AnswerHead, "framing">): BodyDecoder {
  if (framing === "chunked") return new ChunkedDecoder();
  return framing === "close" ? new CloseDecoder() : new LengthDecoder(framing);
}
