import { isObject, type JsonObject } from "../../wire/json.ts";
import { isSameValue } from "./is_same_value.ts";
import type { JsonDocument } from "./json_document.ts";
import { ObjectEditor } from "./object_editor.ts";
import type { Splice } from "./splice.ts";
import { toBytes } from "../../bytes.ts";

/**
 * Merges a patch into a document by RFC 7396: objects are merged, everything else is replaced, `null` removes.
 *
 * What the patch does not name stays byte for byte, and so does what already is as the patch wants it. A member that
 * it names and that stood there several times stands there once afterwards.
 *
 * @param document The document.
 * @param patch The patch. It is trusted: it comes from the configuration, not from a client.
 * @returns The merged document; the same one if nothing had to change.
 */
export function mergePatch(document: JsonDocument, patch: JsonObject): JsonDocument {
  const { root } = document;
  if (document.isObject(root)) return document.splice(mergedSplices(document, root, patch));
  const text = JSON.stringify(withoutNulls(patch));
  const end = document.bytes.length;
  return document.splice([{ start: root, end, bytes: toBytes(text) }]);
}

function mergedSplices(document: JsonDocument, at: number, patch: JsonObject): readonly Splice[] {
  const editor = new ObjectEditor(document, at);
  for (const [name, value] of Object.entries(patch)) mergeMember(document, editor, name, value);
  return editor.splices();
}

function mergeMember(
  document: JsonDocument,
  editor: ObjectEditor,
  name: string,
  value: unknown,
): void {
  if (value === undefined) return;
  if (value === null) return editor.remove(name);
  const member = editor.keepOne(name);
  if (member !== undefined && isObject(value) && document.isObject(member.start)) {
    return editor.nest(mergedSplices(document, member.start, value));
  }
  const merged = withoutNulls(value);
  if (member !== undefined && isSameValue(document, member.start, merged)) return;
  editor.set(name, merged);
}

/** What a patch makes of nothing: its objects without what they remove. Arrays are taken as they are. */
function withoutNulls(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name, withoutNulls(member)]),
  );
}
