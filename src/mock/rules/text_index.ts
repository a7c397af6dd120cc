/** A state of the automaton: where each letter leads, and which patterns end here. */
interface Node {
  readonly next: Map<number, Node>;
  /** The state of the longest proper end of this one that is also a beginning of a pattern. */
  fallback: Node | undefined;
  /** The nearest state down the fallbacks at which patterns end. */
  shorter: Node | undefined;
  readonly values: number[];
}

/**
 * Finds which of many patterns stand in a text, in one pass over the text however many there are (the automaton
 * of Aho and Corasick, over UTF-16 units, as `includes()` compares).
 */
export class TextIndex {
  readonly #root: Node = newNode();
  #linked = true;

  /** Puts a pattern in. The empty one stands in every text. */
  add(pattern: string, value: number): void {
    let node = this.#root;
    for (let at = 0; at < pattern.length; at++) {
      const unit = pattern.charCodeAt(at);
      let next = node.next.get(unit);
      if (next === undefined) node.next.set(unit, next = newNode());
      node = next;
    }
    node.values.push(value);
    this.#linked = false;
  }

  /** Gives the values of all patterns in a text, each once, in no order. */
  find(text: string): ReadonlySet<number> {
    if (!this.#linked) this.#link();
    const found = new Set<number>(this.#root.values);
    if (this.#root.next.size === 0) return found;
    let node = this.#root;
    for (let at = 0; at < text.length; at++) {
      node = step(node, text.charCodeAt(at)) ?? this.#root;
      for (let end: Node | undefined = node; end; end = end.shorter) {
        for (const value of end.values) found.add(value);
      }
    }
    return found;
  }

  /** Breadth first: what a state falls back to is nearer to the root. */
  #link(): void {
    const queue: Node[] = [];
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

function newNode(): Node {
  return { next: new Map(), fallback: undefined, shorter: undefined, values: [] };
}

/** Where a letter leads from a state, or from what it falls back to. */
function step(from: Node | undefined, unit: number): Node | undefined {
  for (let node = from; node; node = node.fallback) {
    const next = node.next.get(unit);
    if (next !== undefined) return next;
  }
  return undefined;
}
