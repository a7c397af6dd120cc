import { chunksOf } from "../chunks_of.ts";
import { entriesAfter } from "../entries_of.ts";
import type { EntrySource } from "../entry_iterator.ts";
import { nextOfText, textOfNext } from "../next_text.ts";
import { leaseExpired, streamMoved } from "../refusals.ts";
import type { HeldBatch, NextSeqs } from "../seal.ts";
import type { StoreEngine } from "../store_engine.ts";
import type { Entry, SealedEvent } from "../trace_event.ts";
import type { AppendOptions, Lease, ThreadSummary } from "../trace_store.ts";
import type { PostgresClient, PostgresQuery, PostgresRow } from "./postgres_client.ts";
import { isToken, PostgresLeases } from "./postgres_leases.ts";
import { PostgresLog } from "./postgres_log.ts";
import { type PostgresSql, postgresSql } from "./postgres_sql.ts";
import { PostgresWatch } from "./postgres_watch.ts";

/** What a thread is when it is locked. */
interface Head {
  readonly now: string;
  /** Missing where the thread is not there. */
  readonly incarnation: string | undefined;
  readonly position: number;
  readonly next: NextSeqs;
}

/** How the engine is set up. */
export interface PostgresSettings {
  /** The schema of the tables. */
  readonly schema: string;
  /** Whether to tell others of what is written, and to listen. */
  readonly notify: boolean;
  /** How often a follower looks by itself, in milliseconds. */
  readonly pollMs: number;
}

/** The most text that is loaded at once. */
const CHUNK_CHARS = 1024 * 1024;

/** PostgreSQL, for a store. Writers of one thread come one after another, by a lock on its name. */
export class PostgresEngine implements StoreEngine {
  readonly #client: PostgresClient;
  readonly #sql: PostgresSql;
  readonly #log: PostgresLog;
  readonly #leases: PostgresLeases;
  readonly #watch: PostgresWatch;
  readonly #channel: string | undefined;

  /**
   * @param client The database.
   * @param settings How it is set up.
   */
  constructor(client: PostgresClient, { schema, notify, pollMs }: PostgresSettings) {
    const channel = `${schema}_threads`;
    const listen = notify ? client.listen?.bind(client) : undefined;
    this.#client = client;
    this.#sql = postgresSql(schema);
    this.#log = new PostgresLog(client, this.#sql);
    this.#leases = new PostgresLeases(client, this.#sql);
    this.#watch = new PostgresWatch(listen, channel, pollMs);
    this.#channel = notify ? channel : undefined;
  }

  /** Listens no more. */
  close(): Promise<void> {
    return this.#watch.stop();
  }

  async append(
    thread: string,
    batch: HeldBatch,
    options: Pick<AppendOptions, "expected" | "lease">,
  ): Promise<readonly Entry[]> {
    const entries = await this.#client.transaction((query) =>
      this.#land(query, thread, batch, options)
    );
    this.#watch.wake(thread);
    return entries;
  }

  forwards(thread: string, after: number): EntrySource {
    return { ...this.#log.forwards(thread, after), arm: () => this.#watch.arm(thread) };
  }

  backwards(thread: string): EntrySource {
    return { ...this.#log.backwards(thread), arm: () => this.#watch.arm(thread) };
  }

  async remove(thread: string): Promise<void> {
    await this.#client.transaction(async (query) => {
      await Promise.all([
        query(this.#sql.lock, [thread]),
        query(this.#sql.remove, [thread]),
        ...this.#notices(query, thread),
      ]);
    });
    this.#watch.wake(thread);
  }

  async load(thread: string, events: AsyncIterable<SealedEvent>, next: NextSeqs): Promise<void> {
    await this.#client.transaction(async (query) => {
      // Nobody sees the entries before the transaction ends, so the lock is needed only then.
      const incarnation = String((await query(this.#sql.incarnation, []))[0]?.["incarnation"]);
      let position = 0;
      for await (const chunk of chunksOf(events, CHUNK_CHARS)) {
        await query(this.#sql.stage, [incarnation, position, JSON.stringify(chunk)]);
        position += chunk.length;
      }
      await query(this.#sql.lock, [thread]);
      await query(this.#sql.remove, [thread]);
      if (position > 0) {
        await query(this.#sql.place, [thread, incarnation, position, textOfNext(next)]);
      }
      await Promise.all(this.#notices(query, thread));
    });
    this.#watch.wake(thread);
  }

  threads(before: string | undefined, limit: number): Promise<readonly ThreadSummary[]> {
    return this.#log.threads(before, limit);
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

  async #land(
    query: PostgresQuery,
    thread: string,
    batch: HeldBatch,
    { expected, lease }: Pick<AppendOptions, "expected" | "lease">,
  ): Promise<readonly Entry[]> {
    if (lease !== undefined && (lease.thread !== thread || !isToken(lease.token))) {
      throw leaseExpired(lease);
    }
    // Sent together, run one after another, each seeing what was committed when its turn came.
    const [, leases, heads] = await Promise.all([
      query(this.#sql.lock, [thread]),
      lease === undefined ? undefined : query(this.#sql.requireLease, [thread, lease.token]),
      query(this.#sql.head, [thread]),
    ]);
    if (lease !== undefined && leases?.length === 0) throw leaseExpired(lease);
    const { now, incarnation, position, next } = headOf(heads[0]);
    if (expected !== undefined && expected !== position) {
      throw streamMoved(thread, expected, position);
    }
    const { sealed, next: after } = batch.seal(next, now);
    if (sealed.length === 0) return [];
    const last = position + sealed.length;
    const texts = JSON.stringify(sealed.map((event) => JSON.stringify(event)));
    await Promise.all([
      incarnation === undefined
        ? query(this.#sql.bear, [thread, last, textOfNext(after), texts])
        : query(this.#sql.grow, [incarnation, position, last, textOfNext(after), texts]),
      ...this.#notices(query, thread),
    ]);
    return entriesAfter(position, sealed);
  }

  #notices(query: PostgresQuery, thread: string): Promise<unknown>[] {
    return this.#channel === undefined ? [] : [query(this.#sql.notify, [this.#channel, thread])];
  }
}

function headOf(row: PostgresRow | undefined): Head {
  const { now, incarnation, position, next } = row as {
    now: string;
    incarnation: string | null;
    position: string | null;
    next: string | null;
  };
  return {
    now,
    incarnation: incarnation === null ? undefined : String(incarnation),
    position: Number(position ?? 0),
    next: next === null ? new Map() : nextOfText(next),
  };
}
