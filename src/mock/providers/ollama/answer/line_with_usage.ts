import { tokensRead } from "../../../../turn/usage.ts";
import type { Frame } from "../../../delivery/frame.ts";
import type { Answer } from "../../../result/answer.ts";

/**
 * Adds the tokens so far to a line. Ollama has places for them on every line, and fills those of the last.
 *
 * @param frame The line.
 * @param outputTokens How many tokens were written so far.
 * @param answer The answer.
 */
export function lineWithUsage(frame: Frame, outputTokens: number, { usage }: Answer): Frame {
  if (frame.part === "finish") return frame;
  const soFar = { prompt_eval_count: tokensRead(usage), eval_count: outputTokens };
  return { ...frame, data: JSON.stringify({ ...JSON.parse(frame.data), ...soFar }) };
}
