/** How many characters a tag may have between its name and its closing bracket. */
export const MAX_ATTRIBUTE_CHARS = 100;

const SPACE_REGEXP = /\s/;

/**
 * Gives the length of the longest end of a text that may be the beginning of a tag: what has to be held back until
 * more has come.
 *
 * @param text The text; it has no whole tag.
 * @param tags The tags as they are written, such as `</think>`: in lower case if they are loose.
 * @param isLoose Whether they count in capitals as well, and with white space or attributes behind their names.
 */
export function holdableSuffix(text: string, tags: readonly string[], isLoose = false): number {
  // A tag has no other "<" in it, so only the last one can begin a tag that is not whole.
  const at = text.lastIndexOf("<");
  if (at < 0) return 0;
  const length = text.length - at;
  const mayBegin = isLoose ? mayBeginLoose : mayBeginExact;
  return tags.some((tag) => mayBegin(text, at, tag)) ? length : 0;
}

function mayBeginExact(text: string, at: number, tag: string): boolean {
  return text.length - at < tag.length && tag.startsWith(text.slice(at));
}

function mayBeginLoose(text: string, at: number, tag: string): boolean {
  const name = tag.slice(0, -1);
  const behind = at + name.length;
  const start = text.slice(at, behind).toLowerCase();
  if (behind >= text.length) return name.startsWith(start);
  return start === name && SPACE_REGEXP.test(text.charAt(behind)) &&
    text.length - behind <= MAX_ATTRIBUTE_CHARS && !text.includes(">", behind);
}
