/**
 * Gives the items of several rows, one row after the other. Each row is asked for when the one before is over, and
 * an item passes through no generator but the one that makes it, as each of them costs as much as the item.
 *
 * @param rows The rows.
 */
export function chained<T>(rows: Iterable<Iterable<T>>): Iterable<T> {
  return { [Symbol.iterator]: () => new Chain(rows[Symbol.iterator]()) };
}

class Chain<T> implements Iterator<T, undefined> {
  readonly #rows: Iterator<Iterable<T>>;
  #row: Iterator<T> | undefined;

  constructor(rows: Iterator<Iterable<T>>) {
    this.#rows = rows;
  }

  next(): IteratorResult<T, undefined> {
    for (;;) {
      const item = this.#row?.next();
      if (item !== undefined && item.done !== true) return item;
      const row = this.#rows.next();
      if (row.done === true) return { done: true, value: undefined };
      this.#row = row.value[Symbol.iterator]();
    }
  }

  return(): IteratorResult<T, undefined> {
    this.#row?.return?.();
    this.#rows.return?.();
    return { done: true, value: undefined };
  }
}
