import { type Bytes, toBytes } from "../../../bytes.ts";
import type { StreamProblem } from "../dialect.ts";

/** The error event of a stream of chunks, which the official SDKs throw as an error. */
export function openAiErrorEvent({ code, message }: StreamProblem): Bytes {
  const error = { message, type: "upstream_error", param: null, code };
  return toBytes(`data: ${JSON.stringify({ error })}\n\n`);
}
