import type { TurnEvent } from "../../turn/turn.ts";
import { arrayOf, isObject } from "../json.ts";
import type { JsonObject } from "../json.ts";
import type { ItemPiece, OutputItem } from "./output_item.ts";
import { PartList } from "./part_list.ts";
import type { TextFlow } from "./part_list.ts";

/** A message: parts of text, some of which may be refusals. */
export class MessageItem implements OutputItem {
  readonly kind = "message";
  announced = false;
  isClosed = false;
  /** Whether any part of it is a refusal. */
  isRefused = false;
  readonly #parts: PartList;

  /** @param flow The messages of the response. */
  constructor(flow: TextFlow) {
    this.#parts = new PartList("text", flow);
  }

  /** All its text so far. */
  get text(): string {
    return this.#parts.text;
  }

  /** Does nothing: its parts are told by events of their own. */
  open(): void {}

  /** Takes a piece of a part, or the whole of it. */
  take(piece: ItemPiece, out: TurnEvent[]): void {
    this.isRefused ||= piece.isRefusal;
    const text = this.#parts.take(piece);
    if (text !== "") out.push({ type: "text", text });
  }

  /** Reads the whole message. */
  close(item: JsonObject, out: TurnEvent[]): void {
    for (const part of textParts(item)) this.take(part, out);
    this.isClosed = true;
  }
}

/** The parts of a message that are text, each with its place as key. */
export function textParts(item: JsonObject): ItemPiece[] {
  return arrayOf(item.content).flatMap((part, index) => {
    if (!isObject(part)) return [];
    const isRefusal = part.type === "refusal";
    const text = isRefusal ? part.refusal : part.type === "output_text" ? part.text : undefined;
    return typeof text === "string" ? [{ key: `${index}`, text, isWhole: true, isRefusal }] : [];
  });
}
