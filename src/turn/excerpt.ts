/** How much of a provider's word an error message carries, in characters. */
const EXCERPT_CHARS = 256;

/** Quotes the beginning of a provider's word for an error message. */
export function excerpt(word: string): string {
  return JSON.stringify(word.slice(0, EXCERPT_CHARS));
}
