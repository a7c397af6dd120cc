import { type Bytes, concatBytes } from "../../bytes.ts";
import type { KvClient } from "./kv_client.ts";
import type { KvKeys } from "./kv_keys.ts";
import type { KvKey } from "./kv_like.ts";

/** Where the parts of a text are. */
export interface KvParts {
  readonly blob: string;
  readonly parts: number;
}

/** A text in a value: itself, alone as bytes or among others, or where its parts are. */
export type KvText = string | Bytes | KvParts;

/** The most bytes of a part: a value may have 65,536 after it is serialised. */
const MAX_BYTES = 60_000;

/** The longest text that stands in a value among others, in UTF-16 units. */
const MAX_INSIDE = 10_000;

/** One for all: making one takes as long as reading a short text. */
const DECODER = new TextDecoder();

/** How many parts are written at once: a commit may have 819,200 bytes. */
const PARTS_AT_ONCE = 10;

/** Keeps texts of any length. */
export class KvTexts {
  readonly #client: KvClient;
  readonly #keys: KvKeys;

  /**
   * @param client The database.
   * @param keys Where to keep parts.
   */
  constructor(client: KvClient, keys: KvKeys) {
    this.#client = client;
    this.#keys = keys;
  }

  /**
   * Makes the value of a text. One that is too long is written in parts first, under a name that nobody has: whoever
   * then fails to land the value has overwritten nothing of anybody, and {@linkcode discard | discards} it. Most are not,
   * and need not be waited for.
   */
  keep(text: string): Bytes | Promise<KvParts> {
    const bytes = new TextEncoder().encode(text);
    return bytes.length <= MAX_BYTES ? bytes : this.#split(bytes);
  }

  /** Does the same for a text that is to stand in a value among others. */
  keepInside(text: string): string | Promise<KvParts> {
    return text.length <= MAX_INSIDE ? text : this.#split(new TextEncoder().encode(text));
  }

  /** Reads a text; undefined if it was discarded meanwhile. Most are there at once, and need not be waited for. */
  read(text: KvText): string | Promise<string | undefined> {
    if (typeof text === "string") return text;
    return text instanceof Uint8Array ? DECODER.decode(text) : this.#join(text);
  }

  /** Removes the parts of texts. */
  async discard(...texts: readonly KvText[]): Promise<void> {
    await this.#client.deleteAll(texts.flatMap((text) => this.#partsOf(text)));
  }

  async #split(bytes: Bytes): Promise<KvParts> {
    const kept = { blob: crypto.randomUUID(), parts: Math.ceil(bytes.length / MAX_BYTES) };
    for (let from = 0; from < kept.parts; from += PARTS_AT_ONCE) {
      await this.#client.commit([], (commit) => {
        const until = Math.min(from + PARTS_AT_ONCE, kept.parts);
        for (let index = from; index < until; index++) {
          const start = index * MAX_BYTES;
          // slice(), as a view would be serialised with all that it is a view of.
          const part = bytes.slice(start, start + MAX_BYTES);
          commit.set(this.#keys.part(kept.blob, index), part);
        }
      });
    }
    return kept;
  }

  async #join(text: KvParts): Promise<string | undefined> {
    const parts = await this.#client.getMany(this.#partsOf(text));
    if (parts.some(({ versionstamp }) => versionstamp === null)) return undefined;
    return DECODER.decode(concatBytes(parts.map(({ value }) => value as Bytes)));
  }

  #partsOf(text: KvText): KvKey[] {
    if (typeof text === "string" || text instanceof Uint8Array) return [];
    return Array.from({ length: text.parts }, (_, index) => this.#keys.part(text.blob, index));
  }
}
