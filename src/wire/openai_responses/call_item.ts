import type { TurnEvent } from "../../turn/turn.ts";
import { stringOf } from "../json.ts";
import type { JsonObject } from "../json.ts";
import { jsonText } from "../json_text.ts";
import type { ItemPiece, OutputItem } from "./output_item.ts";
import { StatedText } from "./stated_text.ts";

/**
 * A call of a function or of a custom tool. The input of a custom tool is free text, while arguments
 * must be JSON: it becomes a JSON string, whose closing quote comes only with the end of the input, so
 * that a cut one is as invalid as cut arguments are.
 */
export class CallItem implements OutputItem {
  readonly kind = "call";
  announced = false;
  readonly #index: number;
  readonly #isCustom: boolean;
  readonly #arguments: StatedText = new StatedText("arguments of a tool call");
  #id = "";
  #name = "";
  #begun = false;

  /**
   * @param index Which call of the turn it is, from 0.
   * @param isCustom Whether it calls a custom tool.
   */
  constructor(index: number, isCustom: boolean) {
    this.#index = index;
    this.#isCustom = isCustom;
  }

  /** The id of the call; empty if it is not known. */
  get id(): string {
    return this.#id;
  }

  /** Whether the arguments were stated whole. */
  get isClosed(): boolean {
    return this.#arguments.stated;
  }

  /** Reads the id and the name; the arguments come later, whatever stands here. */
  open(item: JsonObject, out: TurnEvent[]): void {
    const id = stringOf(item.call_id);
    const name = stringOf(item.name);
    // A changed id or name is handed on, for the assembly to refuse.
    const isNewId = id !== "" && id !== this.#id;
    const isNewName = name !== "" && name !== this.#name;
    this.#id ||= id;
    this.#name ||= name;
    if (this.#begun && !isNewId && !isNewName) return;
    this.#push("", { ...(isNewId ? { id } : {}), ...(isNewName ? { name } : {}) }, out);
  }

  /** Takes a piece of the arguments, or the whole of them. */
  take({ text, isWhole }: ItemPiece, out: TurnEvent[]): void {
    const wasStated = this.#arguments.stated;
    const piece = isWhole ? this.#arguments.state(text) : this.#arguments.add(text);
    if (!this.#isCustom) {
      if (piece !== "") this.#push(piece, {}, out);
      return;
    }
    const quote = isWhole && !wasStated ? '"' : "";
    const escaped = JSON.stringify(piece).slice(1, -1) + quote;
    if (escaped !== "") this.#push(escaped, {}, out);
  }

  /** Reads the whole call. One that is marked as incomplete has no whole arguments to state. */
  close(item: JsonObject, out: TurnEvent[]): void {
    this.open(item, out);
    if (item.status === "incomplete") return;
    const said = this.#isCustom ? item.input : item.arguments;
    this.take({ key: "", text: this.#whole(said), isWhole: true, isRefusal: false }, out);
  }

  /** Some servers state the arguments as the object itself, or state nothing where none came. */
  #whole(said: unknown): string {
    if (typeof said === "string") return said;
    return typeof said === "object" && said !== null ? jsonText(said) : this.#arguments.text;
  }

  #push(
    text: string,
    head: { readonly id?: string; readonly name?: string },
    out: TurnEvent[],
  ): void {
    const isFirst = !this.#begun;
    this.#begun = true;
    const opening = isFirst && this.#isCustom ? '"' : "";
    out.push({ type: "tool_call", index: this.#index, ...head, arguments: opening + text });
  }
}
