import type { JsonDocument } from "./json_document.ts";
import { ObjectEditor } from "./object_editor.ts";

/**
 * Edits the objects in the array that a member of a document is, as its messages are.
 *
 * @param document The document.
 * @param name The name of the member. If it stands there several times, the last one is edited and alone stays.
 * @param edit Edits one object.
 * @returns The edited document; the same one if nothing had to change, or there is no such array.
 */
export function editItems(
  document: JsonDocument,
  name: string,
  edit: (item: ObjectEditor) => void,
): JsonDocument {
  if (!document.isObject(document.root)) return document;
  const editor = new ObjectEditor(document, document.root);
  const list = editor.keepOne(name);
  if (list === undefined || !document.isArray(list.start)) return document;
  for (const at of document.items(list.start)) {
    if (!document.isObject(at)) continue;
    const item = new ObjectEditor(document, at);
    edit(item);
    editor.nest(item.splices());
  }
  return document.splice(editor.splices());
}
