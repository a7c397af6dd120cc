import { countOf, stringOf } from "../json.ts";
import type { JsonObject } from "../json.ts";
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
  /** The member that has the text of the event whose name ends in `.done`. */
  readonly whole: string;
  /** The list of parts the piece stands in, and the member that counts them. */
  readonly list: string;
  readonly count?: string;
  readonly isRefusal?: boolean;
  readonly isCustom?: boolean;
}

/** The events that carry text, without their last word: `.delta` for a piece, `.done` for all. */
const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ["response.output_text", {
    kind: "message",
    whole: "text",
    list: "",
    count: "content_index",
  }],
  ["response.refusal", {
    kind: "message",
    whole: "refusal",
    list: "",
    count: "content_index",
    isRefusal: true,
  }],
  ["response.reasoning_summary_text", {
    kind: "reasoning",
    whole: "text",
    list: "summary ",
    count: "summary_index",
  }],
  ["response.reasoning_text", {
    kind: "reasoning",
    whole: "text",
    list: "content ",
    count: "content_index",
  }],
  ["response.function_call_arguments", { kind: "call", whole: "arguments", list: "" }],
  ["response.custom_tool_call_input", { kind: "call", whole: "input", list: "", isCustom: true }],
]);

/** Reads an event that carries a piece of text; `undefined` for any other. */
export function pieceEvent(type: string, payload: JsonObject): PieceEvent | undefined {
  const dot = type.lastIndexOf(".");
  const rule = RULES.get(type.slice(0, dot));
  if (!rule) return undefined;
  const isWhole = type.endsWith(".done");
  const said = payload[isWhole ? rule.whole : "delta"];
  if (isWhole ? typeof said !== "string" : !type.endsWith(".delta")) return undefined;
  const place = rule.count === undefined ? "" : countOf(payload[rule.count]);
  return {
    kind: rule.kind,
    isCustom: rule.isCustom ?? false,
    piece: {
      key: `${rule.list}${place}`,
      text: stringOf(said),
      isWhole,
      isRefusal: rule.isRefusal ?? false,
    },
  };
}
