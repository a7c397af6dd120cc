import { ModelError } from "../../errors.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { isObject, stringOf } from "../json.ts";
import type { JsonObject } from "../json.ts";
import { CallItem } from "./call_item.ts";
import { MessageItem } from "./message_item.ts";
import { kindOf } from "./output_item.ts";
import type { ItemKind } from "./output_item.ts";
import type { TextFlow } from "./part_list.ts";
import { ReasoningItem } from "./reasoning_item.ts";

/** An item of any kind. */
type AnyItem = MessageItem | ReasoningItem | CallItem;

/**
 * Keeps the items of a response's output apart. Events name their item by its id and by its place;
 * gateways get one or the other wrong, so that a known id counts first, then the place among the
 * items of the same kind, then the latest such item.
 */
export class OutputItems {
  readonly #all: AnyItem[] = [];
  readonly #byName: Map<string, AnyItem> = new Map();
  readonly #text: TextFlow = { latest: undefined };
  readonly #reasoning: TextFlow = { latest: undefined };
  #calls = 0;

  /** The messages, in the order they came. */
  get messages(): readonly MessageItem[] {
    return this.#of("message");
  }

  /** The reasoning items, in the order they came. */
  get reasoning(): readonly ReasoningItem[] {
    return this.#of("reasoning");
  }

  /** The calls, in the order they came. */
  get calls(): readonly CallItem[] {
    return this.#of("call");
  }

  /** Reads `response.output_item.added`; items of server tools are ignored. */
  added(payload: JsonObject, out: TurnEvent[]): void {
    const item = itemOf(payload);
    const kind = kindOf(item);
    if (!kind) return;
    const known = this.#named(kind, stringOf(item.id));
    const entry = known ?? this.#create(kind, item.type === "custom_tool_call", payload, item);
    entry.announced = true;
    entry.open(item, out);
  }

  /** Reads `response.output_item.done`, also of an item that nothing told of before. */
  done(payload: JsonObject, out: TurnEvent[]): void {
    const item = itemOf(payload);
    const kind = kindOf(item);
    if (!kind) return;
    const known = this.#named(kind, stringOf(item.id)) ?? this.#openAt(kind, payload, item);
    const entry = known ?? this.#create(kind, item.type === "custom_tool_call", payload, item);
    entry.close(item, out);
  }

  /** Finds the item that a piece is for, or makes one that nothing told of. */
  forPiece(kind: ItemKind, isCustom: boolean, payload: JsonObject): AnyItem {
    const id = stringOf(payload.item_id);
    const place = placeOf(payload);
    const known = this.#named(kind, id) ?? this.#placed(kind, place);
    const latest = id === "" && place === undefined ? this.#of(kind).at(-1) : undefined;
    return known ?? latest ?? this.#create(kind, isCustom, payload, { id });
  }

  #create(kind: ItemKind, isCustom: boolean, payload: JsonObject, item: JsonObject): AnyItem {
    const entry = kind === "message"
      ? new MessageItem(this.#text)
      : kind === "reasoning"
      ? new ReasoningItem(this.#reasoning)
      : new CallItem(this.#calls++, isCustom);
    this.#all.push(entry);
    const place = placeOf(payload);
    const id = stringOf(item.id);
    if (id !== "") this.#byName.set(`${kind} id ${id}`, entry);
    if (place !== undefined) this.#byName.set(`${kind} at ${place}`, entry);
    return entry;
  }

  #named(kind: ItemKind, id: string): AnyItem | undefined {
    return id === "" ? undefined : this.#byName.get(`${kind} id ${id}`);
  }

  #placed(kind: ItemKind, place: number | undefined): AnyItem | undefined {
    return place === undefined ? undefined : this.#byName.get(`${kind} at ${place}`);
  }

  /** The item at the place of one that ends, if it is still open and not another call. */
  #openAt(kind: ItemKind, payload: JsonObject, item: JsonObject): AnyItem | undefined {
    const place = placeOf(payload);
    const entry = place === undefined ? this.#of(kind).at(-1) : this.#placed(kind, place);
    if (!entry || entry.isClosed && entry.kind !== "call") return undefined;
    if (entry.kind !== "call") return entry;
    const isOther = entry.id !== "" && entry.id !== stringOf(item.call_id);
    return isOther ? undefined : entry;
  }

  #of<K extends ItemKind>(kind: K): Extract<AnyItem, { readonly kind: K }>[] {
    return this.#all.filter((item): item is Extract<AnyItem, { readonly kind: K }> =>
      item.kind === kind
    );
  }
}

function placeOf(payload: JsonObject): number | undefined {
  return typeof payload.output_index === "number" ? payload.output_index : undefined;
}

function itemOf(payload: JsonObject): JsonObject {
  if (isObject(payload.item)) return payload.item;
  throw new ModelError("STREAM_PROTOCOL", `A ${stringOf(payload.type)} event has no item`);
}
