import type { KvKey } from "./kv_like.ts";

/** Where a store keeps what. */
export class KvKeys {
  readonly #prefix: KvKey;

  /** @param prefix What all keys begin with. */
  constructor(prefix: KvKey) {
    this.#prefix = prefix;
  }

  /** A thread as it is now. */
  head(thread: string): KvKey {
    return [...this.#prefix, "h", thread];
  }

  /** A thread's lease. */
  lease(thread: string): KvKey {
    return [...this.#prefix, "l", thread];
  }

  /** The mark of a thread's birth: the versionstamp of the mark is its place in the order of births. */
  birth(thread: string): KvKey {
    return [...this.#prefix, "b", thread];
  }

  /** The births in their order. */
  order(): KvKey {
    return [...this.#prefix, "o"];
  }

  /** The place of a birth in the order. */
  place(versionstamp: string | symbol): KvKey {
    return [...this.order(), versionstamp];
  }

  /** The batches of a life. */
  batches(incarnation: string): KvKey {
    return [...this.#prefix, "e", incarnation];
  }

  /** A batch, by the position of its last entry: so that the first key from a position on is the batch that has it. */
  batch(incarnation: string, last: number): KvKey {
    return [...this.batches(incarnation), last];
  }

  /** A part of a text that is too long for one value. */
  part(blob: string, index: number): KvKey {
    return [...this.#prefix, "p", blob, index];
  }
}
