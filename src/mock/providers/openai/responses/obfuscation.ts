import { isObject } from "../../../../wire/json.ts";
import { hashText, idChars } from "../../../random.ts";
import type { Answer } from "../../../result/answer.ts";

/** What deltas are padded to a multiple of, in characters. */
const BLOCK_CHARS = 16;
const PADDING_CHARS = 128;

/** What paddings are cut from. They mean nothing, so that every answer may have its own from the same text. */
const PADDING: string = idChars("obfuscation", PADDING_CHARS);

/**
 * Makes what writes the member by which OpenAI hides how long a delta is, comma included; it writes nothing
 * if the request does not want it.
 *
 * @param answer The answer.
 */
export function obfuscator(answer: Answer): (delta: string, sequence: number) => string {
  const { stream_options: options } = answer.ask.body;
  if (isObject(options) && options.include_obfuscation === false) return () => "";
  const first = hashText(answer.name);
  return (delta, sequence) => {
    const chars = BLOCK_CHARS - delta.length % BLOCK_CHARS;
    const start = (first + sequence * 7) % (PADDING_CHARS - BLOCK_CHARS);
    return `,"obfuscation":"${PADDING.slice(start, start + chars)}"`;
  };
}
