import { ModelError } from "../../errors.ts";
import type { ItemPiece } from "./output_item.ts";
import { StatedText } from "./stated_text.ts";

/** The items of one kind, whose texts follow one another. */
export interface TextFlow {
  /** The parts of the latest item. */
  latest: PartList | undefined;
}

/**
 * The texts of one item, by their place in it. A turn has but one text and one line of reasoning, so
 * that a piece cannot be told once the next part or the next item has begun.
 */
export class PartList {
  readonly #what: string;
  readonly #flow: TextFlow;
  readonly #parts: Map<string, StatedText> = new Map();
  #latest: StatedText | undefined;

  /**
   * @param what What the texts are, for error messages.
   * @param flow The items of this kind; this one becomes the latest.
   */
  constructor(what: string, flow: TextFlow) {
    this.#what = what;
    this.#flow = flow;
    flow.latest = this;
  }

  /** All texts so far, joined. */
  get text(): string {
    return [...this.#parts.values()].map(({ text }) => text).join("");
  }

  /** Whether no later item has begun. */
  get isLatest(): boolean {
    return this.#flow.latest === this;
  }

  /**
   * Takes a piece of a part, or the whole of it.
   *
   * @returns What had not arrived before.
   * @throws {ModelError} `STREAM_PROTOCOL` if it contradicts what arrived, or comes too late.
   */
  take({ key, text, isWhole }: ItemPiece): string {
    let part = this.#parts.get(key);
    if (!part) this.#parts.set(key, part = this.#latest = new StatedText(this.#what));
    const piece = isWhole ? part.state(text) : part.add(text);
    if (piece !== "" && !(this.isLatest && this.#latest === part)) {
      throw new ModelError(
        "STREAM_PROTOCOL",
        `A piece of the ${this.#what} comes after the beginning of what follows it`,
      );
    }
    return piece;
  }
}
