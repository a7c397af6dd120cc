import { ModelError } from "../../errors.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { isObject, quote, stringOf } from "../json.ts";
import type { JsonObject } from "../json.ts";
import { jsonText } from "../json_text.ts";
import { objectIn, textIn } from "../members.ts";

/** A content block that has been opened. */
interface Block {
  readonly type: string;
  /** Which call of the turn it is, from 0; -1 if it is none. */
  readonly call: number;
  /** The input its opening carried, until a fragment replaces it. */
  input: unknown;
  /** The proof of a thinking block, once told. */
  signature: string | undefined;
}

/**
 * In which blocks the known deltas may stand. A delta in another block of these would be lost;
 * other blocks (server tools and their results) are not the caller's, and other deltas (citations)
 * are no part of a turn.
 */
const HOME_OF_DELTA: ReadonlyMap<string, string> = new Map([
  ["text_delta", "text"],
  ["thinking_delta", "thinking"],
  ["signature_delta", "thinking"],
  ["input_json_delta", "tool_use"],
]);

const READ_BLOCKS: ReadonlySet<string> = new Set([
  "text",
  "thinking",
  "redacted_thinking",
  "tool_use",
]);

/** The kinds of blocks of which only one may be open. */
const FAMILY: ReadonlyMap<string, string> = new Map([
  ["text", "text"],
  ["thinking", "thinking"],
  ["redacted_thinking", "thinking"],
]);

/** Reads the content blocks of one message, and keeps count of which are open. */
export class ContentBlocks {
  readonly #open: Map<number, Block> = new Map();
  /** The families of the open blocks; each has but one. */
  readonly #openFamilies: Set<string> = new Set();
  readonly #closed: Set<number> = new Set();
  #last = -1;
  #calls = 0;

  /** The type of a block that has not been closed; `undefined` if there is none. */
  get unclosed(): string | undefined {
    for (const { type } of this.#open.values()) return type;
    return undefined;
  }

  /**
   * Opens a block.
   *
   * @throws {ModelError} `STREAM_PROTOCOL` if its index is already open, or it has no content.
   */
  start(payload: JsonObject, out: TurnEvent[]): void {
    const index = typeof payload.index === "number" ? payload.index : this.#last + 1;
    const content = payload.content_block;
    if (!isObject(content)) throw protocolError(`Content block ${index} opens with no content`);
    if (this.#open.has(index)) throw protocolError(`Content block ${index} opens twice`);
    const type = stringOf(content.type);
    // A turn has but one text and one line of reasoning: pieces of two blocks would mix there.
    const family = FAMILY.get(type);
    if (family !== undefined) {
      if (this.#openFamilies.has(family)) {
        throw protocolError(
          `Content block ${index} opens before another ${family} block is closed`,
        );
      }
      this.#openFamilies.add(family);
    }
    const call = type === "tool_use" ? this.#calls++ : -1;
    const signature = stringOf(content.signature) || undefined;
    this.#open.set(index, { type, call, input: content.input, signature });
    this.#closed.delete(index);
    this.#last = index;
    readOpening(type, call, content, out);
  }

  /**
   * Reads a piece of a block.
   *
   * @throws {ModelError} `STREAM_PROTOCOL` if the block is not open, or of another kind.
   */
  delta(payload: JsonObject, out: TurnEvent[]): void {
    const block = this.#block(payload);
    if (!READ_BLOCKS.has(block.type)) return;
    const delta = objectIn(payload.delta, "delta");
    const type = stringOf(delta.type);
    const home = HOME_OF_DELTA.get(type);
    if (home === undefined) return;
    if (home !== block.type) throw protocolError(`A ${type} stands in a ${block.type} block`);
    const text = textIn(delta.text, "text") || textIn(delta.thinking, "thinking");
    switch (type) {
      case "text_delta":
        if (text !== "") out.push({ type: "text", text });
        break;
      case "thinking_delta":
        if (text !== "") out.push({ type: "reasoning", text });
        break;
      case "signature_delta":
        block.signature = stringOf(delta.signature) || undefined;
        break;
      case "input_json_delta":
        pushFragment(block, textIn(delta.partial_json, "partial_json"), out);
    }
  }

  /**
   * Closes a block; closing it once more changes nothing.
   *
   * @throws {ModelError} `STREAM_PROTOCOL` if the block was never opened.
   */
  stop(payload: JsonObject, out: TurnEvent[]): void {
    const index = this.#indexOf(payload);
    if (this.#closed.has(index)) return;
    const { type, call, input, signature } = this.#block(payload);
    this.#open.delete(index);
    this.#openFamilies.delete(FAMILY.get(type) ?? "");
    this.#closed.add(index);
    if (type === "thinking" && signature !== undefined) {
      out.push({ type: "reasoning", text: "", signature });
    }
    const isTold = input !== undefined && input !== null && input !== "";
    if (type === "tool_use" && isTold) {
      out.push({ type: "tool_call", index: call, arguments: jsonText(input) });
    }
  }

  #indexOf(payload: JsonObject): number {
    return typeof payload.index === "number" ? payload.index : this.#last;
  }

  #block(payload: JsonObject): Block {
    const index = this.#indexOf(payload);
    const block = this.#open.get(index);
    if (block) return block;
    const type = quote(stringOf(payload.type));
    throw protocolError(`A ${type} event is for content block ${index}, which is not open`);
  }
}

function readOpening(type: string, call: number, content: JsonObject, out: TurnEvent[]): void {
  switch (type) {
    case "text": {
      const text = textIn(content.text, "text");
      if (text !== "") out.push({ type: "text", text });
      break;
    }
    case "thinking": {
      const text = textIn(content.thinking, "thinking");
      if (text !== "") out.push({ type: "reasoning", text });
      break;
    }
    case "redacted_thinking":
      out.push({ type: "reasoning", text: "", redacted: stringOf(content.data) });
      break;
    case "tool_use": {
      const id = stringOf(content.id);
      const name = textIn(content.name, "name");
      const head = { ...(id === "" ? {} : { id }), ...(name === "" ? {} : { name }) };
      out.push({ type: "tool_call", index: call, ...head, arguments: "" });
    }
  }
}

function pushFragment(block: Block, fragment: string, out: TurnEvent[]): void {
  if (fragment === "") return;
  block.input = undefined;
  out.push({ type: "tool_call", index: block.call, arguments: fragment });
}

function protocolError(message: string): ModelError {
  return new ModelError("STREAM_PROTOCOL", message);
}
