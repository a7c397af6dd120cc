import type { JsonObject } from "../../wire/json.ts";
import { editItems } from "./edit_items.ts";
import type { JsonDocument } from "./json_document.ts";
import type { ObjectEditor } from "./object_editor.ts";
import { REASONING_SOURCES, reasoningTextOf } from "./reasoning_text_of.ts";

/**
 * Completes the assistant messages that call tools by the member that some upstreams want their reasoning in, which
 * clients send under other names or leave out. It only adds: what the client sent stays, and a member that says
 * something already is never overwritten.
 *
 * @param document The body of a chat request.
 * @param field The member that the upstream wants; `undefined` or `null` to do nothing.
 * @param emptyOk Whether the member is to be `""` where there is no reasoning at all, as such upstreams accept it.
 * @returns The completed document; the same one if there was nothing to complete.
 */
export function applyReasoningField(
  document: JsonDocument,
  field: string | null | undefined,
  emptyOk: boolean,
): JsonDocument {
  if (field === undefined || field === null) return document;
  return editItems(document, "messages", (message) => {
    if (!isToolTurn(document, message)) return;
    const present = message.find(field);
    const value = present && document.shallow(present.start);
    const isMissing = value === undefined || value === null;
    if (!isMissing && value !== "") return;
    const text = reasoningOf(document, message);
    if (text !== "" || (isMissing && emptyOk)) message.set(field, text);
  });
}

function isToolTurn(document: JsonDocument, message: ObjectEditor): boolean {
  const role = message.find("role");
  if (role === undefined || document.shallow(role.start) !== "assistant") return false;
  const calls = message.find("tool_calls");
  return calls !== undefined && document.isArray(calls.start) &&
    document.items(calls.start).length > 0;
}

/** Reads of a message only what reasoning may be in: the rest may be large, and nested deeply. */
function reasoningOf(document: JsonDocument, message: ObjectEditor): string {
  const found = REASONING_SOURCES.flatMap((name) => {
    const member = message.find(name);
    if (member === undefined) return [];
    const { start } = member;
    const value = document.isArray(start) ? detailsAt(document, start) : document.shallow(start);
    return [[name, value]];
  });
  return reasoningTextOf(Object.fromEntries(found));
}

function detailsAt(document: JsonDocument, at: number): readonly JsonObject[] {
  return document.items(at).filter((item) => document.isObject(item)).map((item) => {
    const members = document.members(item);
    return Object.fromEntries(DETAIL_MEMBERS.flatMap((name) => {
      const member = document.last(members, name);
      return member === undefined ? [] : [[name, document.shallow(member.start)]];
    }));
  });
}

const DETAIL_MEMBERS: readonly string[] = ["type", "text", "summary"];
