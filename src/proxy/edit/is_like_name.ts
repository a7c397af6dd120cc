import { JSON_BYTE } from "./json_byte.ts";
import type { JsonDocument, JsonMember } from "./json_document.ts";

/**
 * Tells whether the name of a member is another one but for capitals: some readers, Go's among them, take `Model`
 * for `model`, and letters of other scripts that have the same capitals, such as the long s.
 *
 * @param document The document.
 * @param member The member.
 * @param name The name, in small ASCII letters.
 */
export function isLikeName(document: JsonDocument, member: JsonMember, name: string): boolean {
  const { bytes } = document;
  const start = member.keyStart + 1;
  const length = member.keyEnd - 1 - start;
  // The longest way to write it is an escape of six bytes for each letter.
  if (length > name.length * 6) return false;
  for (let index = 0; index < length; index++) {
    const byte = bytes[start + index]!;
    if (byte >= 0x80 || byte === JSON_BYTE.backslash) {
      return document.nameOf(member).toUpperCase() === name.toUpperCase();
    }
    if ((byte | 0x20) !== name.charCodeAt(index)) return false;
  }
  return length === name.length;
}
