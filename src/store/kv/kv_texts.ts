import { type Bytes, concatBytes } from "../../bytes.ts";
import type { KvClient } from "./kv_client.ts";
import type { KvKeys } from "./kv_keys.ts";
import type { KvKey } from "./kv_like.ts";

/** A text in a value: itself, or where its parts are. */
export type KvText = Bytes | { readonly blob: string; readonly parts: number };

/** The most bytes of a part: a value may have 65,536 after it is serialised. */
const MAX_BYTES = 60_000;

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
   * then fails to land the value has overwritten nothing of anybody, and {@linkcode discard | discards} it.
   */
  async keep(text: string): Promise<KvText> {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length <= MAX_BYTES) return bytes;
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

  /** Reads a text; undefined if it was discarded meanwhile. Most are there at once, and need not be waited for. */
  read(text: KvText): string | Promise<string | undefined> {
    return text instanceof Uint8Array ? DECODER.decode(text) : this.#join(text);
  }

  /** Removes the parts of texts. */
  async discard(...texts: readonly KvText[]): Promise<void> {
    await this.#client.deleteAll(texts.flatMap((text) => this.#partsOf(text)));
  }

  async #join(text: Exclude<KvText, Bytes>): Promise<string | undefined> {
    const parts = await this.#client.getMany(this.#partsOf(text));
    if (parts.some(({ versionstamp }) => versionstamp === null)) return undefined;
    return DECODER.decode(concatBytes(parts.map(({ value }) => value as Bytes)));
  }

  #partsOf(text: KvText): KvKey[] {
    if (text instanceof Uint8Array) return [];
    return Array.from({ length: text.parts }, (_, index) => this.#keys.part(text.blob, index));
  }
}
