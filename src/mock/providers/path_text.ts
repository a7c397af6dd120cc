/**
 * Gives the text that a part of a path stands for; a part with a bad `%` stands for itself.
 *
 * @param part The part.
 */
export function pathText(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
