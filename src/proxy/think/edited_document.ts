import type { JsonDocument } from "../edit/json_document.ts";
import { ObjectEditor } from "../edit/object_editor.ts";
import type { Splice } from "../edit/splice.ts";
import type { JsonEdit } from "./json_edit.ts";

/**
 * Makes changes in a JSON text, of which every other byte stays: the same as {@linkcode withEdits} for values.
 *
 * @param document The text.
 * @param edits The changes.
 */
export function editedDocument(document: JsonDocument, edits: readonly JsonEdit[]): JsonDocument {
  return document.splice(splicesAt(document, document.root, edits));
}

function splicesAt(
  document: JsonDocument,
  at: number,
  edits: readonly JsonEdit[],
): readonly Splice[] {
  const byKey = groupByKey(edits);
  if (document.isArray(at)) {
    const items = document.items(at);
    return [...byKey].flatMap(([key, inner]) =>
      splicesAt(document, items[key as number]!, inner.map(deeper))
    );
  }
  const editor = new ObjectEditor(document, at);
  for (const [key, inner] of byKey) editMember(document, editor, key as string, inner);
  return editor.splices();
}

function editMember(
  document: JsonDocument,
  editor: ObjectEditor,
  name: string,
  edits: readonly JsonEdit[],
): void {
  const within = edits.filter(({ path }) => path.length > 1);
  for (const { path, value } of edits) {
    if (path.length > 1) continue;
    if (value === undefined) editor.remove(name);
    else editor.set(name, value);
  }
  const member = within.length === 0 ? undefined : editor.keepOne(name);
  if (member !== undefined) editor.nest(splicesAt(document, member.start, within.map(deeper)));
}

function groupByKey(edits: readonly JsonEdit[]): ReadonlyMap<unknown, readonly JsonEdit[]> {
  const groups = new Map<unknown, JsonEdit[]>();
  for (const edit of edits) {
    const group = groups.get(edit.path[0]);
    if (group === undefined) groups.set(edit.path[0], [edit]);
    else group.push(edit);
  }
  return groups;
}

function deeper({ path, value }: JsonEdit): JsonEdit {
  return { path: path.slice(1), value };
}
