/**
 * Hashes a text to 32 bits (FNV-1a over its UTF-16 units, with a last mix so that near texts lie apart).
 *
 * @param text The text.
 */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Makes a row of numbers from 0 (included) to 1 (not) that only the seed decides (mulberry32).
 *
 * @param seed The seed; its lower 32 bits count.
 */
export function randomRow(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000;
  };
}

const ID_CHARS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/**
 * Makes the letters and digits of an id, which only the seed text decides.
 *
 * @param seedText The text.
 * @param chars How many.
 */
export function idChars(seedText: string, chars: number): string {
  const random = randomRow(hashText(seedText));
  let id = "";
  for (let at = 0; at < chars; at++) id += ID_CHARS[Math.floor(random() * ID_CHARS.length)];
  return id;
}
