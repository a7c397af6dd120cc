import { HASH_ALGORITHM } from "../../agent/hash_json.ts";
import { shown } from "../../shown.ts";
import { copied } from "./copied.ts";
import { ScriptLeftError, ScriptOverError } from "./script_errors.ts";

/** Answers by the hash of what is asked: the same question gets the same answer, however often and in which order. */
export class KeyedScript<T> {
  readonly #who: string;
  readonly #items: ReadonlyMap<string, T | Error>;
  readonly #asked: Set<string> = new Set();

  /**
   * @param who Whose script it is, for messages.
   * @param items The answers by hashes, as `hashJson()` makes them; copied at once.
   * @throws {TypeError} If a key is no such hash, or an answer cannot be copied.
   */
  constructor(who: string, items: ReadonlyMap<string, T | Error>) {
    this.#who = who;
    this.#items = new Map(Array.from(items, ([hash, item]) => {
      requireHash(who, hash);
      return [hash, item instanceof Error ? item : copied(item, `an item of the script of ${who}`)];
    }));
  }

  /** How many answers were never asked for. */
  get remaining(): number {
    return this.#items.size - this.#asked.size;
  }

  /**
   * Gives the answer, or throws it.
   *
   * @param hash The hash of what is asked.
   * @returns A copy.
   * @throws {ScriptOverError} If there is none.
   */
  take(hash: string): T {
    const item = this.#items.get(hash);
    if (item === undefined) {
      throw new ScriptOverError(
        `Cannot answer for ${this.#who} as its script has nothing for the hash ${hash}: it has ` +
          `${this.#items.size === 0 ? "nothing" : [...this.#items.keys()].join(", ")}`,
      );
    }
    this.#asked.add(hash);
    if (item instanceof Error) throw item;
    return copied(item, "an item");
  }

  /** @throws {ScriptLeftError} If an answer was never asked for. */
  assertPlayed(): void {
    if (this.remaining === 0) return;
    const left = [...this.#items.keys()].filter((hash) => !this.#asked.has(hash));
    throw new ScriptLeftError(
      `Cannot end as ${left.length} of ${this.#items.size} answers of the script of ` +
        `${this.#who} were never asked for: ${left.join(", ")}`,
    );
  }
}

function requireHash(who: string, hash: unknown): void {
  if (typeof hash === "string" && hash.startsWith(`${HASH_ALGORITHM}:`)) return;
  throw new TypeError(
    `Cannot play ${who} as the keys of its script must be hashes as hashJson() makes them: ` +
      `got ${shown(hash)}`,
  );
}
