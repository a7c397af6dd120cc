import type { Clock } from "../../clock.ts";
import { entriesAfter } from "../entries_of.ts";
import { textOfNext } from "../next_text.ts";
import { streamMoved } from "../refusals.ts";
import type { HeldBatch, NextSeqs } from "../seal.ts";
import { MAX_STREAMS, ThreadMemory } from "../thread_memory.ts";
import { timeText } from "../time_text.ts";
import type { Entry } from "../trace_event.ts";
import type { AppendOptions } from "../trace_store.ts";
import type { KvBirths } from "./kv_births.ts";
import type { KvClient } from "./kv_client.ts";
import { headOf, type KvHead, valueOfHead } from "./kv_head.ts";
import type { KvKeys } from "./kv_keys.ts";
import type { KvLeases } from "./kv_leases.ts";
import type { KvFound } from "./kv_like.ts";
import type { KvLog } from "./kv_log.ts";
import type { KvTexts } from "./kv_texts.ts";

type Options = Pick<AppendOptions, "expected" | "lease">;

/** What appends work with. */
export interface KvParts {
  readonly client: KvClient;
  readonly keys: KvKeys;
  readonly clock: Clock;
  readonly texts: KvTexts;
  readonly births: KvBirths;
  readonly log: KvLog;
  readonly leases: KvLeases;
}

/** A thread as it was seen. */
interface Seen {
  /** What was under its key. */
  readonly found: Pick<KvFound, "key" | "versionstamp">;
  /** What it is by that; missing where there is none. */
  readonly head: KvHead | undefined;
  /** The next number of each stream. */
  readonly next: NextSeqs;
}

/** A thread before an append, and its lease if that is written under. */
interface Before extends Seen {
  /** What was under the lease's key. */
  readonly held: KvFound | undefined;
}

/** Lands batches. */
export class KvAppends {
  readonly #parts: KvParts;
  readonly #memory: ThreadMemory<Seen> = new ThreadMemory();

  /** @param parts What it works with. */
  constructor(parts: KvParts) {
    this.#parts = parts;
  }

  /** Checks the lease, then the expected position; then seals the batch and lands it. */
  async append(thread: string, batch: HeldBatch, options: Options): Promise<readonly Entry[]> {
    let before = batch.lands ? this.#remembered(thread, options) : undefined;
    for (;;) {
      before ??= await this.#look(thread, options);
      const entries = before === undefined ? undefined : await this.#land(thread, batch, before);
      if (entries !== undefined) return entries;
      before = undefined;
    }
  }

  /** Forgets a thread that was removed or replaced. */
  forget(thread: string): void {
    this.#memory.forget(thread);
  }

  /** Gives what is remembered, if by that the append is right: only a look can refuse one. */
  #remembered(thread: string, { expected, lease }: Options): Before | undefined {
    const seen = this.#memory.take(thread);
    if (seen === undefined) return undefined;
    if (expected !== undefined && expected !== seen.head?.position) return undefined;
    const held = lease === undefined ? undefined : this.#parts.leases.remembered(lease, thread);
    if (lease !== undefined && held === undefined) return undefined;
    return { ...seen, held };
  }

  /** Gives undefined if another write came between. */
  async #look(thread: string, { expected, lease }: Options): Promise<Before | undefined> {
    const { client, keys, leases, log } = this.#parts;
    const [found, held] = await client.getMany([keys.head(thread), keys.lease(thread)]);
    if (lease !== undefined) leases.requireLive(lease, thread, held!);
    const head = headOf(found!);
    const last = head?.position ?? 0;
    if (expected !== undefined && expected !== last) throw streamMoved(thread, expected, last);
    const next = await log.next(head);
    if (next === undefined) return undefined;
    return { found: found!, head, next, held: lease === undefined ? undefined : held };
  }

  /** Gives undefined if another write came between. */
  async #land(
    thread: string,
    batch: HeldBatch,
    before: Before,
  ): Promise<readonly Entry[] | undefined> {
    const { client, keys, texts, births } = this.#parts;
    const { found, head, held } = before;
    const { sealed, next } = batch.seal(before.next, timeText(this.#parts.clock.now()));
    if (sealed.length === 0) return [];
    const last = head?.position ?? 0;
    const position = last + sealed.length;
    const incarnation = head?.incarnation ?? crypto.randomUUID();
    const grown: KvHead = { incarnation, position, next: await texts.keepInside(textOfNext(next)) };
    const row = await texts.keep(JSON.stringify(sealed));
    const place = head === undefined ? await births.next() : undefined;
    const unchanged = [found, ...(held === undefined ? [] : [held]), ...(place?.unchanged ?? [])];
    const versionstamp = await client.commit(unchanged, (commit) => {
      commit.set(keys.batch(incarnation, position), row).set(found.key, valueOfHead(grown));
      if (place !== undefined) births.add(commit, thread, incarnation, place);
    });
    if (versionstamp === undefined) {
      await texts.discard(grown.next, row);
      return undefined;
    }
    if (next.size <= MAX_STREAMS) {
      this.#memory.keep(thread, { found: { key: found.key, versionstamp }, head: grown, next });
    }
    if (typeof head?.next === "object") await texts.discard(head.next);
    return entriesAfter(last, sealed);
  }
}
