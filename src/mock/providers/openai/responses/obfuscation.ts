import { isObject } from "../../../../wire/json.ts";
import type { Answer } from "../../../result/answer.ts";

/** What deltas are padded to a multiple of, in characters. */
const BLOCK_CHARS = 16;
const PADDING_CHARS = 128;

/**
 * Makes what writes the member by which OpenAI hides how long a delta is, comma included; it writes nothing
 * if the request does not want it.
 *
 * @param answer The answer.
 */
export function obfuscator(answer: Answer): (delta: string, sequence: number) => string {
  const { stream_options: options } = answer.ask.body;
  if (isObject(options) && options.include_obfuscation === false) return () => "";
  const padding = answer.newId("", "obfuscation", PADDING_CHARS);
  return (delta, sequence) => {
    const chars = BLOCK_CHARS - delta.length % BLOCK_CHARS;
    const start = (sequence * 7) % (PADDING_CHARS - BLOCK_CHARS);
    return `,"obfuscation":"${padding.slice(start, start + chars)}"`;
  };
}
