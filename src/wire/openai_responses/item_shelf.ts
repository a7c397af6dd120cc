import type { OutputItem } from "./output_item.ts";

/** The items of one kind, to be found by their id or by their place in the output. */
export class ItemShelf<I extends OutputItem> {
  readonly #make: (index: number, isCustom: boolean) => I;
  readonly #all: I[] = [];
  readonly #byId: Map<string, I> = new Map();
  readonly #byPlace: Map<number, I> = new Map();

  /** @param make Makes an item; told how many there are already, and whether it is custom. */
  constructor(make: (index: number, isCustom: boolean) => I) {
    this.#make = make;
  }

  /** The items, in the order they came. */
  get all(): readonly I[] {
    return this.#all;
  }

  /** Finds the item with an id. */
  named(id: string): I | undefined {
    return this.#byId.get(id);
  }

  /** Finds the latest item at a place; the latest of all if no place is given. */
  at(place: number | undefined): I | undefined {
    return place === undefined ? this.#all.at(-1) : this.#byPlace.get(place);
  }

  /** Makes an item, and remembers its id and place as far as they are known. */
  create(isCustom: boolean, id: string, place: number | undefined): I {
    const item = this.#make(this.#all.length, isCustom);
    this.#all.push(item);
    if (id !== "") this.#byId.set(id, item);
    if (place !== undefined) this.#byPlace.set(place, item);
    return item;
  }
}
