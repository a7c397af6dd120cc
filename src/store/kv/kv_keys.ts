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

  /** The mark of a thread's birth, which tells its place in the order of births. */
  birth(thread: string): KvKey {
    return [...this.#prefix, "b", thread];
  }

  /** Is written by each birth that cannot use the versionstamp of its commit. */
  lastBirth(): KvKey {
    return [...this.#prefix, "n"];
  }

  /** The births in their order. */
  order(): KvKey {
    return [...this.#prefix, "o"];
  }

  /** The place of a birth in the order. */
  place(place: string | symbol): KvKey {
    return [...this.order(), place];
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
