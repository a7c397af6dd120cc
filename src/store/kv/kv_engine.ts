import type { Clock } from "../../clock.ts";
import { chunksOf } from "../chunks_of.ts";
import type { EntrySource } from "../entry_iterator.ts";
import { textOfNext } from "../next_text.ts";
import type { HeldBatch, NextSeqs } from "../seal.ts";
import type { StoreEngine } from "../store_engine.ts";
import type { Entry, SealedEvent } from "../trace_event.ts";
import type { AppendOptions, Lease, ThreadSummary } from "../trace_store.ts";
import { KvAppends } from "./kv_appends.ts";
import { KvBirths } from "./kv_births.ts";
import { KvClient } from "./kv_client.ts";
import { headOf, type KvHead, valueOfHead } from "./kv_head.ts";
import { KvKeys } from "./kv_keys.ts";
import { KvLeases } from "./kv_leases.ts";
import type { KvFound, KvKey, KvLike } from "./kv_like.ts";
import { KvLog } from "./kv_log.ts";
import { KvTexts } from "./kv_texts.ts";
import { KvWatch } from "./kv_watch.ts";

/** How the engine is set up. */
export interface KvSettings {
  /** What all keys begin with. */
  readonly prefix: KvKey;
  /** Where time comes from. */
  readonly clock: Clock;
  /** How often a follower looks by itself, in milliseconds. */
  readonly pollMs: number;
}

/** The most text of a batch that is loaded. */
const CHUNK_CHARS = 50_000;

/** Deno KV, for a store. Every write checks that the thread is what was read, and begins anew where it is not. */
export class KvEngine implements StoreEngine {
  readonly #client: KvClient;
  readonly #keys: KvKeys;
  readonly #texts: KvTexts;
  readonly #births: KvBirths;
  readonly #log: KvLog;
  readonly #leases: KvLeases;
  readonly #appends: KvAppends;
  readonly #watch: KvWatch;

  /**
   * @param kv The database.
   * @param settings How it is set up.
   */
  constructor(kv: KvLike, { prefix, clock, pollMs }: KvSettings) {
    this.#client = new KvClient(kv);
    this.#keys = new KvKeys(prefix);
    this.#texts = new KvTexts(this.#client, this.#keys);
    this.#births = new KvBirths(this.#client, this.#keys);
    this.#log = new KvLog(this.#client, this.#keys, this.#texts);
    this.#leases = new KvLeases(this.#client, this.#keys, clock);
    this.#appends = new KvAppends({
      client: this.#client,
      keys: this.#keys,
      clock,
      texts: this.#texts,
      births: this.#births,
      log: this.#log,
      leases: this.#leases,
    });
    this.#watch = new KvWatch(kv, this.#keys, pollMs);
  }

  async append(
    thread: string,
    batch: HeldBatch,
    options: Pick<AppendOptions, "expected" | "lease">,
  ): Promise<readonly Entry[]> {
    const entries = await this.#appends.append(thread, batch, options);
    this.#watch.wake(thread);
    return entries;
  }

  forwards(thread: string, after: number): EntrySource {
    return { ...this.#log.forwards(thread, after), ...this.#watch.hints(thread) };
  }

  backwards(thread: string): EntrySource {
    return { ...this.#log.backwards(thread), ...this.#watch.hints(thread) };
  }

  async remove(thread: string): Promise<void> {
    const head = await this.#replace(thread);
    this.#watch.wake(thread);
    if (head !== undefined) await this.#clear(head);
  }

  async load(thread: string, events: AsyncIterable<SealedEvent>, next: NextSeqs): Promise<void> {
    // Nobody knows this life until the head names it.
    const incarnation = crypto.randomUUID();
    let replaced: KvHead | undefined;
    try {
      const position = await this.#stage(incarnation, events);
      if (position === 0) return await this.remove(thread);
      const head: KvHead = {
        incarnation,
        position,
        next: await this.#texts.keepInside(textOfNext(next)),
      };
      replaced = await this.#replace(thread, head);
    } catch (error) {
      await this.#log.clear(incarnation);
      throw error;
    }
    this.#watch.wake(thread);
    if (replaced !== undefined) await this.#clear(replaced);
  }

  async threads(before: string | undefined, limit: number): Promise<readonly ThreadSummary[]> {
    const summaries: ThreadSummary[] = [];
    const prefix = this.#keys.order();
    let end = before === undefined
      ? undefined
      : this.#births.placeOf(await this.#client.get(this.#keys.birth(before)));
    if (before !== undefined && end === undefined) return [];
    while (summaries.length < limit) {
      const range = end === undefined ? { prefix } : { prefix, end };
      const rows = await this.#client.list(range, limit - summaries.length, true);
      if (rows.length === 0) break;
      for (const { value } of rows) {
        const { thread, incarnation } = value as { thread: string; incarnation: string };
        const first = await this.#log.first(incarnation);
        // Removed since it was listed.
        if (first !== undefined) summaries.push({ thread, first });
      }
      end = rows.at(-1)!.key;
    }
    return summaries;
  }

  acquire(thread: string, owner: string, ttlMs: number): Promise<Lease> {
    return this.#leases.acquire(thread, owner, ttlMs);
  }

  renew(lease: Lease, ttlMs: number): Promise<Lease> {
    return this.#leases.renew(lease, ttlMs);
  }

  release(lease: Lease): Promise<void> {
    return this.#leases.release(lease);
  }

  live(thread: string): Promise<Lease | undefined> {
    return this.#leases.live(thread);
  }

  /** Ends the life and the lease that a thread has; puts another in its place, if there is one. Gives the one that has ended. */
  async #replace(thread: string, heir?: KvHead): Promise<KvHead | undefined> {
    for (;;) {
      const [found, birth] = await this.#find(this.#keys.head(thread), this.#keys.birth(thread));
      const place = heir === undefined ? undefined : await this.#births.next();
      const old = this.#births.placeOf(birth);
      const unchanged = [found, birth, ...(place?.unchanged ?? [])];
      const landed = await this.#client.commit(unchanged, (commit) => {
        commit.delete(found.key).delete(birth.key).delete(this.#keys.lease(thread));
        if (old !== undefined) commit.delete(old);
        if (heir === undefined || place === undefined) return;
        commit.set(found.key, valueOfHead(heir));
        this.#births.add(commit, thread, heir.incarnation, place);
      });
      this.#appends.forget(thread);
      if (landed !== undefined) return headOf(found);
    }
  }

  async #stage(incarnation: string, events: AsyncIterable<SealedEvent>): Promise<number> {
    let position = 0;
    for await (const chunk of chunksOf(events, CHUNK_CHARS)) {
      const row = await this.#texts.keep(`[${chunk.join(",")}]`);
      position += chunk.length;
      const key = this.#keys.batch(incarnation, position);
      await this.#client.commit([], (commit) => commit.set(key, row));
    }
    return position;
  }

  async #clear({ incarnation, next }: KvHead): Promise<void> {
    await this.#texts.discard(next);
    await this.#log.clear(incarnation);
  }

  async #find(first: KvKey, second: KvKey): Promise<readonly [KvFound, KvFound]> {
    const found = await this.#client.getMany([first, second]);
    return [found[0]!, found[1]!];
  }
}
