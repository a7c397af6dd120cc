import { toBytes } from "../../bytes.ts";

/** How much of a secret is too much to be shown. */
export const PIECE_CHARS = 8;

/**
 * Gives what of secrets must not be shown: each run of 8 characters, of each way to write them that an error may have
 * them in. In small letters, as some write all of an error in one case.
 *
 * @param secrets The secrets.
 */
export function secretPieces(secrets: readonly string[]): ReadonlySet<string> {
  const pieces = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < PIECE_CHARS) continue;
    for (const spelling of spellings(secret)) {
      const small = smallLetters(spelling);
      for (let at = 0; at + PIECE_CHARS <= small.length; at++) {
        pieces.add(small.slice(at, at + PIECE_CHARS));
      }
    }
  }
  return pieces;
}

/** Gives a text in small letters, if they are ASCII: of others, some become two. */
export function smallLetters(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function spellings(secret: string): ReadonlySet<string> {
  const bytes = toBytes(secret);
  return new Set([
    secret,
    JSON.stringify(secret).slice(1, -1),
    percentEncoded(secret),
    Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(""),
    ...[0, 1, 2].flatMap((before) => base64(bytes, before)),
  ]);
}

/** Gives how a secret is written. */
export function percentEncoded(secret: string): string {
  // A lone surrogate cannot be encoded.
  return encodeURIComponent(secret.replace(/[\ud800-\udfff]/g, ""));
}

/**
 * The part of a text in base64 that depends on the secret alone, whatever stands around it.
 *
 * @param before How many bytes of the text stand before it, modulo 3.
 */
function base64(bytes: Uint8Array, before: number): readonly string[] {
  const text = btoa("\0".repeat(before) + String.fromCharCode(...bytes));
  const whole = Math.floor((before + bytes.length) * 8 / 6);
  const part = text.slice(Math.ceil(before * 8 / 6), whole);
  return [part, part.replaceAll("+", "-").replaceAll("/", "_")];
}
