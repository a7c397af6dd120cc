import { isObject } from "../../../wire/json.ts";
import type { Answer } from "../../result/answer.ts";

/** OpenAI makes the payloads of a stream this many characters long, or a multiple of it. */
const PADDED_CHARS = 16;

/**
 * Gives what ends the payload of each chunk: OpenAI pads chunks with an `obfuscation` of letters, so that
 * their lengths do not tell the tokens, unless the client asks for none.
 *
 * @param answer The answer.
 * @returns What takes a payload without its last brace, and ends it.
 */
export function paddingOf(answer: Answer): (payload: string) => string {
  const options: unknown = answer.ask.request.stream_options;
  if (isObject(options) && options.include_obfuscation === false) return (payload) => `${payload}}`;
  const letters = answer.newId("", "obfuscation", 4 * PADDED_CHARS);
  let count = 0;
  return (payload) => {
    const open = `${payload},"obfuscation":"`;
    const missing = (2 * PADDED_CHARS - 2 - open.length % PADDED_CHARS) % PADDED_CHARS;
    const at = count++ * 7 % (3 * PADDED_CHARS);
    return `${open}${letters.slice(at, at + missing)}"}`;
  };
}
