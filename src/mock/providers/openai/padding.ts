import { isObject } from "../../../wire/json.ts";
import { idChars } from "../../random.ts";
import type { Answer } from "../../result/answer.ts";

/** OpenAI makes the payloads of a stream this many characters long, or a multiple of it. */
const PADDED_CHARS = 16;

/** How far into the letters the padding of a chunk begins. */
const MAX_BEGIN = 3 * PADDED_CHARS;

const OPEN = ',"obfuscation":"';

/** Chance has no part in them: what they hide is the length of a chunk. */
const LETTERS = idChars("obfuscation", MAX_BEGIN + PADDED_CHARS);

/** Gives what ends the payload of a chunk: its last brace included, which the payload before it has not. */
export type Padding = (payloadChars: number, chunk: number) => string;

/**
 * Gives what ends the payload of each chunk: OpenAI pads chunks with an `obfuscation` of letters, so that
 * their lengths do not tell the tokens, unless the client asks for none.
 *
 * @param answer The answer.
 */
export function paddingOf(answer: Answer): Padding {
  const options: unknown = answer.ask.request.stream_options;
  return isObject(options) && options.include_obfuscation === false ? noPadding : letterPadding;
}

function noPadding(): string {
  return "}";
}

function letterPadding(payloadChars: number, chunk: number): string {
  const chars = payloadChars + OPEN.length;
  const missing = (2 * PADDED_CHARS - 2 - chars % PADDED_CHARS) % PADDED_CHARS;
  const begin = chunk * 7 % MAX_BEGIN;
  return `${OPEN}${LETTERS.slice(begin, begin + missing)}"}`;
}
