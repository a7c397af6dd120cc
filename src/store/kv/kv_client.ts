import { systemClock } from "../../clock.ts";
import { isLocked } from "../is_locked.ts";
import type { KvAtomic, KvFound, KvKey, KvLike, KvRange } from "./kv_like.ts";

/** The most keys that are looked up at once. */
const MAX_KEYS = 10;

/** The most rows that are asked for at once. */
const MAX_ROWS = 500;

/** How often something is tried while another process holds a local database. */
const TRIES = 300;

/** The longest pause between tries, in milliseconds. */
const MAX_PAUSE_MS = 40;

/** A database that waits while another process holds it: a local one throws then. */
export class KvClient {
  readonly #kv: KvLike;

  /** @param kv The database. */
  constructor(kv: KvLike) {
    this.#kv = kv;
  }

  /** Looks a key up. */
  async get(key: KvKey): Promise<KvFound> {
    return (await this.getMany([key]))[0]!;
  }

  /** Looks keys up; up to ten are of one moment. */
  async getMany(keys: readonly KvKey[]): Promise<readonly KvFound[]> {
    const found: KvFound[] = [];
    for (let start = 0; start < keys.length; start += MAX_KEYS) {
      const some = keys.slice(start, start + MAX_KEYS);
      found.push(...await patiently(() => this.#kv.getMany(some)));
    }
    return found;
  }

  /** Lists the first rows of a range, or the last ones, those first. */
  async list(range: KvRange, rows: number, reverse = false): Promise<readonly KvFound[]> {
    const limit = Math.min(rows, MAX_ROWS);
    return await patiently(async () => {
      const found: KvFound[] = [];
      const batchSize = limit;
      for await (const row of this.#kv.list(range, { limit, reverse, batchSize })) found.push(row);
      return found;
    });
  }

  /**
   * Commits changes.
   *
   * @param unchanged What must still be as it was found.
   * @param change Puts the changes together.
   * @returns The versionstamp; undefined if something was not as it was found: nothing has landed then.
   */
  async commit(
    unchanged: readonly Pick<KvFound, "key" | "versionstamp">[],
    change: (commit: KvAtomic) => void,
  ): Promise<string | undefined> {
    const result = await patiently(() => {
      const commit = this.#kv.atomic();
      for (const { key, versionstamp } of unchanged) commit.check({ key, versionstamp });
      change(commit);
      return commit.commit();
    });
    return result.ok ? result.versionstamp : undefined;
  }

  /** Removes keys, however many. */
  async deleteAll(keys: readonly KvKey[]): Promise<void> {
    for (let start = 0; start < keys.length; start += MAX_ROWS) {
      const some = keys.slice(start, start + MAX_ROWS);
      await this.commit([], (commit) => some.forEach((key) => commit.delete(key)));
    }
  }

  /** What stands in a key for the versionstamp of the commit that writes it; undefined where there is no such thing. */
  commitVersionstamp(): symbol | undefined {
    return this.#kv.commitVersionstamp?.();
  }
}

async function patiently<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1;; tries++) {
    try {
      return await run();
    } catch (error) {
      if (!isLocked(error) || tries === TRIES) throw error;
      await systemClock.sleep(Math.random() * Math.min(MAX_PAUSE_MS, tries));
    }
  }
}
