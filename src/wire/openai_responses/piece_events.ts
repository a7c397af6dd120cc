import { countOf } from "../json.ts";
import type { JsonObject } from "../json.ts";
import { textIn } from "../members.ts";
import type { ItemKind, ItemPiece } from "./output_item.ts";

/** What an event that carries a piece of text is about. */
export interface PieceEvent {
  /** The kind of item the piece belongs to. */
  readonly kind: ItemKind;
  /** Whether that is the call of a custom tool. */
  readonly isCustom: boolean;
  /** The piece. */
  readonly piece: ItemPiece;
}

interface Rule {
  readonly kind: ItemKind;
  /** The member that has the text. */
  readonly field: string;
  readonly isWhole: boolean;
  /** The list of parts the piece stands in, and the member that counts them. */
  readonly list: string;
  readonly count: string | undefined;
  readonly isRefusal: boolean;
  readonly isCustom: boolean;
}

/** Makes the rules of a text: `.delta` is a piece of it, `.done` all of it. */
function rules(
  type: string,
  kind: ItemKind,
  whole: string,
  parts: { readonly list?: string; readonly count?: string } = {},
): [string, Rule][] {
  const rule = {
    kind,
    list: parts.list ?? "",
    count: parts.count,
    isRefusal: type === "refusal",
    isCustom: type === "custom_tool_call_input",
  };
  return [
    [`response.${type}.delta`, { ...rule, field: "delta", isWhole: false }],
    [`response.${type}.done`, { ...rule, field: whole, isWhole: true }],
  ];
}

/** The events that carry text. */
const RULES: ReadonlyMap<string, Rule> = new Map([
  ...rules("output_text", "message", "text", { count: "content_index" }),
  ...rules("refusal", "message", "refusal", { count: "content_index" }),
  ...rules("reasoning_summary_text", "reasoning", "text", {
    list: "summary ",
    count: "summary_index",
  }),
  ...rules("reasoning_text", "reasoning", "text", { list: "content ", count: "content_index" }),
  ...rules("function_call_arguments", "call", "arguments"),
  ...rules("custom_tool_call_input", "call", "input"),
]);

/** Reads an event that carries a piece of text; `undefined` for any other. */
export function pieceEvent(type: string, payload: JsonObject): PieceEvent | undefined {
  const rule = RULES.get(type);
  if (!rule) return undefined;
  const { kind, isCustom, isWhole, isRefusal, list, count } = rule;
  const said = payload[rule.field];
  // A whole text that is not there states nothing, while an empty one does.
  if (isWhole && typeof said !== "string") return undefined;
  const key = count === undefined ? list : `${list}${countOf(payload[count])}`;
  return { kind, isCustom, piece: { key, text: textIn(said, rule.field), isWhole, isRefusal } };
}
