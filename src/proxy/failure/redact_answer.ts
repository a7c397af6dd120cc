import { toBytes } from "../../bytes.ts";
import type { FailedAnswer } from "./failure.ts";
import { redact } from "./redact.ts";

/** An escape of JSON; its digits, if it stands for a printable character of ASCII. */
const ESCAPE = /\\(?:u00([2-7][\da-f])|[^])/gi;

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
  const redacted = redactedText(text, secrets);
  const hasSecretType = secrets.some((secret) => answer.contentType?.includes(secret));
  if (redacted === text && !hasSecretType) return answer;
  const contentType = hasSecretType ? undefined : answer.contentType;
  return { ...answer, contentType, body: redacted === text ? answer.body : toBytes(redacted) };
}

/** What JSON may write as escapes, and some write so, is looked at as what it stands for. */
function redactedText(text: string, secrets: readonly string[]): string {
  const plain = text.replace(ESCAPE, (written, hex: string | undefined) => {
    const char = hex === undefined ? "" : String.fromCharCode(Number.parseInt(hex, 16));
    return char === "" || char === '"' || char === "\\" ? written : char;
  });
  const redacted = redact(plain, secrets);
  return redacted === plain ? text : redacted;
}
