import { editItems } from "./edit_items.ts";
import type { JsonDocument } from "./json_document.ts";

/**
 * Removes members of messages, for upstreams that refuse requests in which they stand: a history that one upstream
 * wrote goes to another when the first one rests.
 *
 * @param document The body of a request.
 * @param list The name of the member that holds the messages.
 * @param names The names of the members to remove.
 * @returns The document without them; the same one if there are none.
 */
export function dropFields(
  document: JsonDocument,
  list: string,
  names: readonly string[],
): JsonDocument {
  if (names.length === 0) return document;
  return editItems(document, list, (message) => {
    for (const name of names) message.remove(name);
  });
}
