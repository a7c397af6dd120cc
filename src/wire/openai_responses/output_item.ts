import type { TurnEvent } from "../../turn/turn.ts";
import type { JsonObject } from "../json.ts";

/** The kinds of output items that make up a turn. */
export type ItemKind = "message" | "reasoning" | "call";

/** One item of a response's output while it arrives. */
export interface OutputItem {
  /** What it is. */
  readonly kind: ItemKind;
  /** Whether `response.output_item.added` told of it, so that its end must be told as well. */
  announced: boolean;
  /** Whether its end was told. */
  readonly isClosed: boolean;
  /** Reads what the item says of itself when it is added. */
  open(item: JsonObject, out: TurnEvent[]): void;
  /** Takes a piece of one of its texts, or the whole of it. */
  take(piece: ItemPiece, out: TurnEvent[]): void;
  /**
   * Reads the whole item.
   *
   * @throws {ModelError} `STREAM_PROTOCOL` if it is not what arrived in pieces.
   */
  close(item: JsonObject, out: TurnEvent[]): void;
}

/** A piece of an item's text, or the whole of it. */
export interface ItemPiece {
  /** Which of the item's texts. */
  readonly key: string;
  /** The piece, or the text. */
  readonly text: string;
  /** Whether it is the text as a whole. */
  readonly isWhole: boolean;
  /** Whether it is a refusal. */
  readonly isRefusal: boolean;
}

/** The kind of an item; `undefined` for the items of server tools and all else. */
export function kindOf(item: JsonObject): ItemKind | undefined {
  switch (item.type) {
    case "message":
    case "reasoning":
      return item.type;
    case "function_call":
    case "custom_tool_call":
      return "call";
    default:
      return undefined;
  }
}
