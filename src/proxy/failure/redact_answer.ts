import { toBytes } from "../../bytes.ts";
import type { FailedAnswer } from "./failure.ts";
import { redact } from "./redact.ts";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Takes secrets out of an answer that is to be passed on.
 *
 * @param answer The answer.
 * @param secrets The secrets.
 * @returns The answer; the same one, byte for byte, if it has none.
 */
export function redactAnswer(answer: FailedAnswer, secrets: readonly string[]): FailedAnswer {
  const text = decoder.decode(answer.body);
  const redacted = redact(text, secrets);
  return redacted === text ? answer : { ...answer, body: toBytes(redacted) };
}
