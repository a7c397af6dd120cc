/** A state of the automaton: where each letter leads, and which patterns end here. */
interface Node<T> {
  readonly next: Map<number, Node<T>>;
  /** The state of the longest proper end of this one that is also a beginning of a pattern. */
  fallback: Node<T> | undefined;
  /** The nearest state down the fallbacks at which patterns end. */
  shorter: Node<T> | undefined;
  readonly values: T[];
  /** The last search that came by here. */
  search: number;
}

/**
 * Finds which of many patterns stand in a text, in one pass over the text however many there are (the automaton
 * of Aho and Corasick, over UTF-16 units, as `includes()` compares).
 */
export class TextIndex<T> {
  readonly #root: Node<T> = newNode();
  readonly #beginnings: Beginnings = new Beginnings();
  #linked = true;
  #searches = 0;

  /** Puts a pattern in, each value with one. The empty pattern stands in every text. */
  add(pattern: string, value: T): void {
    let node = this.#root;
    for (let at = 0; at < pattern.length; at++) {
      const unit = pattern.charCodeAt(at);
      let next = node.next.get(unit);
      if (next === undefined) node.next.set(unit, next = newNode());
      node = next;
    }
    node.values.push(value);
    this.#beginnings.add(pattern);
    this.#linked = false;
  }

  /** Gives the values of all patterns in a text, each once, in no order. */
  find(text: string, found: T[] = []): readonly T[] {
    if (!this.#linked) this.#link();
    const search = this.#root.search = ++this.#searches;
    for (const value of this.#root.values) found.push(value);
    if (this.#root.next.size === 0 || text === "") return found;
    let node = this.#root;
    let after = text.charCodeAt(0);
    for (let at = 0; at < text.length; at++) {
      const unit = after;
      after = at + 1 < text.length ? text.charCodeAt(at + 1) : 0;
      if (node === this.#root && !this.#beginnings.mayBe(unit, after)) continue;
      node = step(node, unit) ?? this.#root;
      for (let end: Node<T> | undefined = node; end && end.search !== search; end = end.shorter) {
        end.search = search;
        for (const value of end.values) found.push(value);
      }
    }
    return found;
  }

  /** Breadth first: what a state falls back to is nearer to the root. */
  #link(): void {
    const queue: Node<T>[] = [];
    for (const node of this.#root.next.values()) {
      node.fallback = this.#root;
      queue.push(node);
    }
    for (const node of queue) {
      for (const [unit, next] of node.next) {
        next.fallback = step(node.fallback, unit) ?? this.#root;
        const { fallback } = next;
        next.shorter = fallback.values.length > 0 && fallback !== this.#root
          ? fallback
          : fallback.shorter;
        queue.push(next);
      }
    }
    this.#linked = true;
  }
}

/**
 * The first two units of all patterns, so that one look tells of most places in a text that no pattern begins there:
 * a long text takes a third of the time.
 */
class Beginnings {
  /** What is 0 is none; what is 1 may be another pair that shares the place. */
  readonly #pairs: Uint8Array = new Uint8Array(PAIRS);

  add(pattern: string): void {
    // A single unit goes with whatever comes after it.
    if (pattern.length === 1) this.#pairs.fill(1);
    else if (pattern.length > 1) {
      this.#pairs[placeOf(pattern.charCodeAt(0), pattern.charCodeAt(1))] = 1;
    }
  }

  mayBe(first: number, second: number): boolean {
    return this.#pairs[placeOf(first, second)] === 1;
  }
}

const PAIRS = 4096;

function placeOf(first: number, second: number): number {
  return (first * 61 + second) % PAIRS;
}

function newNode<T>(): Node<T> {
  return { next: new Map(), fallback: undefined, shorter: undefined, values: [], search: 0 };
}

/** Where a letter leads from a state, or from what it falls back to. */
function step<T>(from: Node<T> | undefined, unit: number): Node<T> | undefined {
  for (let node = from; node; node = node.fallback) {
    const next = node.next.get(unit);
    if (next !== undefined) return next;
  }
  return undefined;
}
