import { ModelError } from "../../errors.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { isObject, stringOf } from "../json.ts";
import type { JsonObject } from "../json.ts";
import { CallItem } from "./call_item.ts";
import { ItemShelf } from "./item_shelf.ts";
import { MessageItem } from "./message_item.ts";
import { kindOf } from "./output_item.ts";
import type { ItemKind, OutputItem } from "./output_item.ts";
import type { TextFlow } from "./part_list.ts";
import { ReasoningItem } from "./reasoning_item.ts";

/**
 * Keeps the items of a response's output apart. Events name their item by its id and by its place;
 * gateways get one or the other wrong, so that a known id counts first, then the place among the
 * items of the same kind, then the latest such item.
 */
export class OutputItems {
  readonly #text: TextFlow = { latest: undefined };
  readonly #thought: TextFlow = { latest: undefined };
  readonly #shelves: {
    readonly message: ItemShelf<MessageItem>;
    readonly reasoning: ItemShelf<ReasoningItem>;
    readonly call: ItemShelf<CallItem>;
  } = {
    message: new ItemShelf(() => new MessageItem(this.#text)),
    reasoning: new ItemShelf(() => new ReasoningItem(this.#thought)),
    call: new ItemShelf((index, isCustom) => new CallItem(index, isCustom)),
  };

  /** The messages, in the order they came. */
  get messages(): readonly MessageItem[] {
    return this.#shelves.message.all;
  }

  /** The reasoning items, in the order they came. */
  get reasoning(): readonly ReasoningItem[] {
    return this.#shelves.reasoning.all;
  }

  /** The calls, in the order they came. */
  get calls(): readonly CallItem[] {
    return this.#shelves.call.all;
  }

  /** Reads `response.output_item.added`; items of server tools are ignored. */
  added(payload: JsonObject, out: TurnEvent[]): void {
    const item = itemOf(payload);
    const kind = kindOf(item);
    if (!kind) return;
    const known = this.#shelf(kind).named(stringOf(item.id));
    const entry = known ?? this.#create(kind, payload, item);
    entry.announced = true;
    entry.open(item, out);
  }

  /** Reads `response.output_item.done`, also of an item that nothing told of before. */
  done(payload: JsonObject, out: TurnEvent[]): void {
    const item = itemOf(payload);
    const kind = kindOf(item);
    if (!kind) return;
    const known = this.#shelf(kind).named(stringOf(item.id)) ?? this.#openAt(kind, payload, item);
    const entry = known ?? this.#create(kind, payload, item);
    entry.close(item, out);
  }

  /** Finds the item that a piece is for, or makes one that nothing told of. */
  forPiece(kind: ItemKind, isCustom: boolean, payload: JsonObject): OutputItem {
    const shelf = this.#shelf(kind);
    const id = stringOf(payload.item_id);
    const place = placeOf(payload);
    const isNew = id !== "" && place === undefined;
    return shelf.named(id) ?? (isNew ? undefined : shelf.at(place)) ??
      shelf.create(isCustom, id, place);
  }

  #shelf(kind: ItemKind): ItemShelf<OutputItem> {
    return this.#shelves[kind];
  }

  #create(kind: ItemKind, payload: JsonObject, item: JsonObject): OutputItem {
    const isCustom = item.type === "custom_tool_call";
    return this.#shelf(kind).create(isCustom, stringOf(item.id), placeOf(payload));
  }

  /** The item at the place of one that ends, if it is still open and not another call. */
  #openAt(kind: ItemKind, payload: JsonObject, item: JsonObject): OutputItem | undefined {
    const entry = this.#shelf(kind).at(placeOf(payload));
    if (entry instanceof CallItem) {
      const isOther = entry.id !== "" && entry.id !== stringOf(item.call_id);
      return isOther ? undefined : entry;
    }
    return entry?.isClosed ? undefined : entry;
  }
}

function placeOf(payload: JsonObject): number | undefined {
  return typeof payload.output_index === "number" ? payload.output_index : undefined;
}

function itemOf(payload: JsonObject): JsonObject {
  if (isObject(payload.item)) return payload.item;
  throw new ModelError("STREAM_PROTOCOL", `A ${stringOf(payload.type)} event has no item`);
}
