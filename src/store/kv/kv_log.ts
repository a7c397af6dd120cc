import type { EntryPage, EntrySource } from "../entry_iterator.ts";
import { PageSize } from "../page_size.ts";
import { nextOfText } from "../next_text.ts";
import type { NextSeqs } from "../seal.ts";
import type { Entry, SealedEvent } from "../trace_event.ts";
import type { KvClient } from "./kv_client.ts";
import { headOf, type KvHead } from "./kv_head.ts";
import type { KvKeys } from "./kv_keys.ts";
import type { KvKey } from "./kv_like.ts";
import type { KvText, KvTexts } from "./kv_texts.ts";

/** How often a reader begins a page anew that does not fit what it knows. */
const TRIES = 100;

/** Reads threads in Deno KV. */
export class KvLog {
  readonly #client: KvClient;
  readonly #keys: KvKeys;
  readonly #texts: KvTexts;

  /**
   * @param client The database.
   * @param keys Where threads are.
   * @param texts Where long texts are.
   */
  constructor(client: KvClient, keys: KvKeys, texts: KvTexts) {
    this.#client = client;
    this.#keys = keys;
    this.#texts = texts;
  }

  /** Gives what a thread is now. */
  async head(thread: string): Promise<KvHead | undefined> {
    return headOf(await this.#client.get(this.#keys.head(thread)));
  }

  /** Gives the next number of each stream; undefined if the thread has changed since. */
  async next(head: KvHead | undefined): Promise<NextSeqs | undefined> {
    if (head === undefined) return new Map();
    const text = await this.#texts.read(head.next);
    return text === undefined ? undefined : nextOfText(text);
  }

  /** Reads one life of a thread from a position on. */
  forwards(thread: string, after: number): Pick<EntrySource, "page"> {
    const size = new PageSize(16);
    let life: KvHead | undefined;
    let position = after;
    const page = async (): Promise<EntryPage> => {
      for (let tries = 0; tries < TRIES; tries++) {
        life ??= await this.head(thread);
        if (life === undefined) return { entries: [], whole: true, over: true };
        const entries = await this.#after(life.incarnation, position, size);
        position += entries.length;
        const whole = position >= life.position;
        if (entries.length > 0) return { entries, whole, over: false };
        // A list is not of one moment: only the head tells whether this is the end.
        const head = await this.head(thread);
        if (head?.incarnation !== life.incarnation) return { entries, whole, over: true };
        if (head.position <= position) return { entries, whole, over: false };
      }
      throw missing(thread, position + 1);
    };
    return { page };
  }

  /** Reads one life of a thread from its last entry back. */
  backwards(thread: string): Pick<EntrySource, "page"> {
    // Most who read backwards want the last entry only.
    const size = new PageSize(1);
    let left: { readonly incarnation: string; readonly position: number } | undefined;
    const page = async (): Promise<EntryPage> => {
      for (let tries = 0; tries < TRIES; tries++) {
        left ??= await this.head(thread);
        if (left === undefined) return { entries: [], whole: true, over: true };
        const { incarnation, position } = left;
        const entries = await this.#before(incarnation, position, size);
        left = { incarnation, position: position - entries.length };
        if (entries.length > 0) return { entries, whole: left.position === 0, over: false };
        const head = await this.head(thread);
        if (head?.incarnation !== incarnation) return { entries, whole: false, over: true };
      }
      throw missing(thread, left?.position ?? 0);
    };
    return { page };
  }

  /** Gives the first entry of a life; undefined if it was removed meanwhile. */
  async first(incarnation: string): Promise<Entry | undefined> {
    const [first] = await this.#after(incarnation, 0, new PageSize(1));
    return first;
  }

  /** Removes the entries of a life that is over, however many. */
  async clear(incarnation: string): Promise<void> {
    const prefix = this.#keys.batches(incarnation);
    for (;;) {
      const rows = await this.#client.list({ prefix }, Infinity);
      if (rows.length === 0) return;
      // Parts first: without its batch, nobody would find them.
      await this.#texts.discard(...rows.map(({ value }) => value as KvText));
      await this.#client.deleteAll(rows.map(({ key }) => key));
    }
  }

  async #after(incarnation: string, position: number, size: PageSize): Promise<readonly Entry[]> {
    const start = this.#keys.batch(incarnation, position + 1);
    const range = { prefix: this.#keys.batches(incarnation), start };
    const entries: Entry[] = [];
    const texts: string[] = [];
    for (const { key, value } of await this.#client.list(range, size.rows)) {
      const reading = this.#texts.read(value as KvText);
      const text = typeof reading === "string" ? reading : await reading;
      // The thread is being removed.
      if (text === undefined) break;
      const found = entriesOf(text, key);
      const due = position + entries.length + 1;
      // The list began before what it now shows.
      if (found[0]!.position > due) break;
      texts.push(text);
      for (const entry of found) if (entry.position >= due) entries.push(entry);
    }
    size.saw(texts);
    return entries;
  }

  async #before(incarnation: string, position: number, size: PageSize): Promise<readonly Entry[]> {
    const end = this.#keys.batch(incarnation, position + 1);
    const range = { prefix: this.#keys.batches(incarnation), end };
    const entries: Entry[] = [];
    const texts: string[] = [];
    for (const { key, value } of await this.#client.list(range, size.rows, true)) {
      const isDue = key.at(-1) === position - entries.length;
      const reading = isDue ? this.#texts.read(value as KvText) : undefined;
      const text = typeof reading === "string" ? reading : await reading;
      if (text === undefined) break;
      texts.push(text);
      entries.push(...entriesOf(text, key).reverse());
    }
    size.saw(texts);
    return entries;
  }
}

/** The entries of a batch, which is under the position of its last. */
function entriesOf(text: string, key: KvKey): Entry[] {
  const events = JSON.parse(text) as SealedEvent[];
  const before = Number(key.at(-1)) - events.length;
  return events.map((event, index) => ({ position: before + index + 1, event }));
}

function missing(thread: string, position: number): Error {
  return new Error(
    `Cannot read '${thread}' as its entry ${position} is missing: something else wrote to the database`,
  );
}
