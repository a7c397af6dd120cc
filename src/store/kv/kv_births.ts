import type { KvClient } from "./kv_client.ts";
import type { KvKeys } from "./kv_keys.ts";
import type { KvAtomic, KvFound, KvKey } from "./kv_like.ts";

/** Where the next birth is to stand. */
export interface KvPlace {
  /** Its key. */
  readonly key: KvKey;
  /** What must still be as it was found when the birth is committed. */
  readonly unchanged: readonly KvFound[];
}

/** The mark of a birth. */
interface Mark {
  /** Its place; missing where that is the versionstamp of the mark. */
  readonly place?: string;
}

/** Follows a text, and stands before all that follow: versionstamps are of one length, and of digits and letters. */
const AFTER = "+";

/**
 * The order in which threads were born. `Deno.Kv` can put the versionstamp of a commit into a key, so that births need
 * not know of one another. `npm:@deno/kv` cannot: there each birth follows the newest, and checks that none came
 * between.
 */
export class KvBirths {
  readonly #client: KvClient;
  readonly #keys: KvKeys;

  /**
   * @param client The database.
   * @param keys Where births are.
   */
  constructor(client: KvClient, keys: KvKeys) {
    this.#client = client;
    this.#keys = keys;
  }

  /** Finds the place of the next birth. */
  async next(): Promise<KvPlace> {
    const stamp = this.#client.commitVersionstamp();
    if (stamp !== undefined) return { key: this.#keys.place(stamp), unchanged: [] };
    // First what is checked, then what is only looked at: who comes between is noticed.
    const last = await this.#client.get(this.#keys.lastBirth());
    const [newest] = await this.#client.list({ prefix: this.#keys.order() }, 1, true);
    // The newest may be of a program that can use versionstamps, or be gone.
    const place = [String(newest?.key.at(-1) ?? ""), last.versionstamp ?? ""].toSorted().at(-1)!;
    return { key: this.#keys.place(place + AFTER), unchanged: [last] };
  }

  /** Adds a birth to a commit, which must check what the place asks for. */
  add(commit: KvAtomic, thread: string, incarnation: string, { key, unchanged }: KvPlace): void {
    const place = key.at(-1);
    const mark: Mark = typeof place === "string" ? { place } : {};
    commit.set(this.#keys.birth(thread), mark).set(key, { thread, incarnation });
    for (const last of unchanged) commit.set(last.key, true);
  }

  /** Gives the place of a birth, of what was found under the key of its mark. */
  placeOf({ value, versionstamp }: KvFound): KvKey | undefined {
    if (versionstamp === null) return undefined;
    return this.#keys.place((value as Mark).place ?? versionstamp);
  }
}
