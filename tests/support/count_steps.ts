type Method = (this: { readonly length: number }, ...args: unknown[]) => unknown;

/** What walks through all of a list by itself, for which the length of the list is counted. */
const WALKS = [
  "every",
  "filter",
  "find",
  "findIndex",
  "findLast",
  "findLastIndex",
  "flatMap",
  "forEach",
  "includes",
  "indexOf",
  "map",
  "reduce",
  "shift",
  "slice",
  "some",
  "splice",
  "toReversed",
  "toSpliced",
  "unshift",
] as const;

/** What hands out the members of a collection one by one. */
const ITERATORS: readonly { next: () => unknown }[] = [
  [][Symbol.iterator](),
  new Map()[Symbol.iterator](),
  new Set()[Symbol.iterator](),
].map((iterator) => Object.getPrototypeOf(iterator));

/**
 * Counts how many members of lists, maps and sets a run looks at, at most: a measure of work that no
 * busy machine disturbs. A loop by index is not seen.
 */
export function countSteps(run: () => void): number {
  let steps = 0;
  const lists = Array.prototype as unknown as Record<string, Method>;
  const undo: (() => void)[] = [];
  for (const name of WALKS) {
    const own = lists[name]!;
    lists[name] = function (...args) {
      steps += this.length;
      return own.apply(this, args);
    };
    undo.push(() => lists[name] = own);
  }
  for (const iterator of ITERATORS) {
    const { next } = iterator;
    iterator.next = function () {
      steps++;
      return next.call(this);
    };
    undo.push(() => iterator.next = next);
  }
  try {
    run();
  } finally {
    for (let at = undo.length - 1; at >= 0; at--) undo[at]!();
  }
  return steps;
}
