import { ModelError } from "../../errors.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { arrayOf, isObject, stringOf } from "../json.ts";
import type { JsonObject } from "../json.ts";
import type { ItemPiece, OutputItem } from "./output_item.ts";
import { PartList } from "./part_list.ts";
import type { TextFlow } from "./part_list.ts";

/**
 * A reasoning item: parts of a summary, or of the reasoning itself, joined as they come. Its
 * `encrypted_content` is what the provider wants to see again: the signature of a block that can be
 * read, a redacted block where nothing can.
 */
export class ReasoningItem implements OutputItem {
  readonly kind = "reasoning";
  announced = false;
  isClosed = false;
  readonly #parts: PartList;

  /** @param flow The reasoning items of the response. */
  constructor(flow: TextFlow) {
    this.#parts = new PartList("reasoning", flow);
  }

  /** Does nothing: its parts are told by events of their own, and the proof only at the end counts. */
  open(): void {}

  /** Takes a piece of a part, or the whole of it. */
  take(piece: ItemPiece, out: TurnEvent[]): void {
    const text = this.#parts.take(piece);
    if (text !== "") out.push({ type: "reasoning", text });
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
    if (!this.#parts.isLatest) {
      throw new ModelError(
        "STREAM_PROTOCOL",
        "The encrypted content of a reasoning item comes after the beginning of the next one",
      );
    }
    return this.#parts.text !== ""
      ? { type: "reasoning", text: "", signature: proof }
      : { type: "reasoning", text: "", redacted: proof };
  }
}
