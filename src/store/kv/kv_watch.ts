import type { EntrySource } from "../entry_iterator.ts";
import { timedHint } from "../timed_hint.ts";
import { Wakers } from "../wakers.ts";
import type { KvKeys } from "./kv_keys.ts";
import type { KvLike } from "./kv_like.ts";

/** A watched thread. */
interface Watched {
  followers: number;
  readonly reader: ReadableStreamDefaultReader<unknown>;
}

/**
 * Wakes followers: at once for what this store writes, when the database tells, and from time to time in any case: a
 * local database does not tell of other processes, and none tells of each of many changes.
 */
export class KvWatch {
  readonly #kv: KvLike;
  readonly #keys: KvKeys;
  readonly #pollMs: number;
  readonly #wakers: Wakers = new Wakers();
  readonly #watched: Map<string, Watched> = new Map();

  /**
   * @param kv The database.
   * @param keys Where threads are.
   * @param pollMs How often to look, in milliseconds.
   */
  constructor(kv: KvLike, keys: KvKeys, pollMs: number) {
    this.#kv = kv;
    this.#keys = keys;
    this.#pollMs = pollMs;
  }

  /** Makes hints for one follower of a thread. */
  hints(thread: string): Pick<EntrySource, "arm" | "close"> {
    let watched: Watched | undefined;
    return {
      arm: () => {
        watched ??= this.#enter(thread);
        return timedHint(this.#wakers.arm(thread), this.#pollMs);
      },
      close: () => {
        if (watched !== undefined) this.#leave(thread, watched);
      },
    };
  }

  /** Wakes those who follow a thread. */
  wake(thread: string): void {
    this.#wakers.wake(thread);
  }

  #enter(thread: string): Watched | undefined {
    const known = this.#watched.get(thread);
    if (known !== undefined) {
      known.followers++;
      return known;
    }
    // Without versionstamps in keys it is npm:@deno/kv, where a watch that is cancelled while it waits, or before it has
    // begun, spins or keeps the program alive for ever (seen in 0.14).
    if (this.#kv.commitVersionstamp === undefined) return undefined;
    const reader = this.#kv.watch?.([this.#keys.head(thread)]).getReader();
    if (reader === undefined) return undefined;
    const watched: Watched = { followers: 1, reader };
    this.#watched.set(thread, watched);
    this.#follow(thread, watched);
    return watched;
  }

  #leave(thread: string, watched: Watched): void {
    if (--watched.followers > 0) return;
    if (this.#watched.get(thread) === watched) this.#watched.delete(thread);
    watched.reader.cancel().catch(() => {});
  }

  async #follow(thread: string, { reader }: Watched): Promise<void> {
    try {
      while (!(await reader.read()).done) this.#wakers.wake(thread);
    } catch {
      // Followers look by themselves, and learn there what is wrong with the database.
    }
  }
}
