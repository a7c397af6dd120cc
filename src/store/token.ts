/** How many digits a token has: as many as the greatest number that counts exactly. */
const DIGITS = 16;

/**
 * Writes a count as a token: as texts, greater counts are greater.
 *
 * @param count The count; grows for ever, over releases and deletes.
 */
export function tokenOf(count: number): string {
  return String(count).padStart(DIGITS, "0");
}
