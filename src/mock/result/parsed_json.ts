/**
 * Parses a text, if it is JSON.
 *
 * @param text The text.
 * @returns The value, in an object as it may be anything; `undefined` if the text is no JSON.
 */
export function parsedJson(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
