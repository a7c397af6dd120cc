/** Anything but controls and what is beyond Latin-1: a tab, printable ASCII, the upper half of Latin-1. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Tells whether a text can be sent as the value of a header: a line break or a NUL in it could begin another header,
 * or another request.
 *
 * @param value The text.
 */
export function isHeaderValue(value: string): boolean {
  return HEADER_VALUE.test(value);
}
