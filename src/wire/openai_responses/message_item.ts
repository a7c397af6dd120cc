import type { TurnEvent } from "../../turn/turn.ts";
import { arrayOf, isObject } from "../json.ts";
import type { JsonObject } from "../json.ts";
import type { ItemPiece, OutputItem } from "./output_item.ts";
import { StatedText } from "./stated_text.ts";

/** A message: parts of text, some of which may be refusals. */
export class MessageItem implements OutputItem {
  readonly kind = "message";
  readonly position: number;
  announced = false;
  isClosed = false;
  /** Whether any part of it is a refusal. */
  isRefused = false;
  readonly #parts: Map<string, StatedText> = new Map();

  /** @param position Where it stands in the output. */
  constructor(position: number) {
    this.position = position;
  }

  /** All its text so far. */
  get text(): string {
    return [...this.#parts.values()].map(({ text }) => text).join("");
  }

  /** Does nothing: its parts are told by events of their own. */
  open(): void {}

  /** Takes a piece of a part, or the whole of it. */
  take({ key, text, isWhole, isRefusal }: ItemPiece, out: TurnEvent[]): void {
    let part = this.#parts.get(key);
    if (!part) this.#parts.set(key, part = new StatedText("text"));
    this.isRefused ||= isRefusal;
    const piece = isWhole ? part.state(text) : part.add(text);
    if (piece !== "") out.push({ type: "text", text: piece });
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
