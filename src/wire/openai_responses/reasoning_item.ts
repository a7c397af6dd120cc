import type { TurnEvent } from "../../turn/turn.ts";
import { arrayOf, isObject, stringOf } from "../json.ts";
import type { JsonObject } from "../json.ts";
import type { ItemPiece, OutputItem } from "./output_item.ts";
import { StatedText } from "./stated_text.ts";

/**
 * A reasoning item: parts of a summary, or of the reasoning itself, joined as they come. Its
 * `encrypted_content` is what the provider wants to see again: the signature of a block that can be
 * read, a redacted block where nothing can.
 */
export class ReasoningItem implements OutputItem {
  readonly kind = "reasoning";
  readonly position: number;
  announced = false;
  isClosed = false;
  readonly #parts: Map<string, StatedText> = new Map();

  /** @param position Where it stands in the output. */
  constructor(position: number) {
    this.position = position;
  }

  /** Does nothing: its parts are told by events of their own, and the proof only at the end counts. */
  open(): void {}

  /** Takes a piece of a part, or the whole of it. */
  take({ key, text, isWhole }: ItemPiece, out: TurnEvent[]): void {
    let part = this.#parts.get(key);
    if (!part) this.#parts.set(key, part = new StatedText("reasoning"));
    const piece = isWhole ? part.state(text) : part.add(text);
    if (piece !== "") out.push({ type: "reasoning", text: piece });
  }

  /** Reads the whole item. */
  close(item: JsonObject, out: TurnEvent[]): void {
    this.#takeAll("summary", item.summary, out);
    this.#takeAll("content", item.content, out);
    const proof = stringOf(item.encrypted_content);
    if (proof !== "" && !this.isClosed) out.push(this.#proven(proof));
    this.isClosed = true;
  }

  #takeAll(list: string, parts: unknown, out: TurnEvent[]): void {
    for (const [index, part] of arrayOf(parts).entries()) {
      const text = isObject(part) ? part.text : undefined;
      if (typeof text !== "string") continue;
      this.take({ key: `${list} ${index}`, text, isWhole: true, isRefusal: false }, out);
    }
  }

  #proven(proof: string): TurnEvent {
    const isReadable = [...this.#parts.values()].some(({ text }) => text !== "");
    return isReadable
      ? { type: "reasoning", text: "", signature: proof }
      : { type: "reasoning", text: "", redacted: proof };
  }
}
