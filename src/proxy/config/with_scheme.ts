/** A host, its port and a path: so that nothing is repeated that may be a key in the wrong place. */
const ADDRESS_REGEXP =
  /^(?:localhost|\d+\.\d+\.\d+\.\d+|\[[\da-f:.]+\]|(?:[a-z\d-]+\.)+[a-z]{2,})(?::\d+)?(?:\/[^\s?#@]*)?$/i;

/**
 * Gives an address with the scheme that was left out.
 *
 * @param value What stands in place of a URL.
 * @returns The URL; `undefined` if it is something else.
 */
export function withScheme(value: unknown): string | undefined {
  if (typeof value !== "string" || !ADDRESS_REGEXP.test(value)) return undefined;
  // What has no name mostly has no certificate.
  return `${/^(?:localhost|\d+\.\d|\[)/i.test(value) ? "http" : "https"}://${value}`;
}
