import { checkMethods } from "../check_arguments.ts";
import { type Clock, systemClock } from "../../clock.ts";
import { entriesAfter } from "../entries_of.ts";
import type { EntrySource } from "../entry_iterator.ts";
import { streamMoved } from "../refusals.ts";
import type { HeldBatch, NextSeqs } from "../seal.ts";
import type { StoreEngine } from "../store_engine.ts";
import { MAX_STREAMS, ThreadMemory } from "../thread_memory.ts";
import { timeText } from "../time_text.ts";
import type { Entry, SealedEvent } from "../trace_event.ts";
import type { AppendOptions, Lease, ThreadSummary } from "../trace_store.ts";
import { inTransaction, prepareSqlite } from "./prepare_sqlite.ts";
import type { SqliteDatabase } from "./sqlite_database.ts";
import { SqliteLeases } from "./sqlite_leases.ts";
import { type SqliteLife, SqliteLog } from "./sqlite_log.ts";
import { checkSqliteOptions, type SqliteTraceStoreOptions } from "./sqlite_options.ts";
import { SqliteWatch } from "./sqlite_watch.ts";

type Options = Pick<AppendOptions, "expected" | "lease">;

/** What an append has landed. */
interface Landed {
  readonly entries: readonly Entry[];
  /** The thread after it; missing where nothing was to land. */
  readonly life?: SqliteLife;
}

/** SQLite, for a store. Each step but a load runs in one turn of the event loop. */
export class SqliteEngine implements StoreEngine {
  readonly #db: SqliteDatabase;
  readonly #clock: Clock;
  readonly #log: SqliteLog;
  readonly #leases: SqliteLeases;
  readonly #watch: SqliteWatch;
  readonly #memory: ThreadMemory<SqliteLife> = new ThreadMemory();
  #closed = false;

  /**
   * @param db The database; set up here.
   * @param options Its settings.
   */
  constructor(db: SqliteDatabase, options: SqliteTraceStoreOptions) {
    checkMethods("db", "a database of node:sqlite", db, ["exec", "prepare", "close"]);
    checkSqliteOptions(options);
    const { clock = systemClock, pollMs = 25, busyTimeoutMs = 5000, synchronous = "full" } =
      options;
    prepareSqlite(db, { busyTimeoutMs, synchronous });
    this.#db = db;
    this.#clock = clock;
    this.#log = new SqliteLog(db);
    this.#leases = new SqliteLeases(db, clock);
    this.#watch = new SqliteWatch(db, pollMs);
  }

  /** Closes the database, once. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#watch.stop();
    this.#watch.wakeAll();
    this.#db.close();
  }

  append(thread: string, batch: HeldBatch, options: Options): Promise<readonly Entry[]> {
    return this.#attempt(() => {
      const { entries, life } = inTransaction(
        this.#db,
        () => this.#land(thread, batch, options),
      );
      if (life !== undefined && life.next.size <= MAX_STREAMS) this.#memory.keep(thread, life);
      this.#watch.wake(thread);
      return entries;
    });
  }

  forwards(thread: string, after: number): EntrySource {
    return this.#source(thread, this.#log.forwards(thread, after));
  }

  backwards(thread: string): EntrySource {
    return this.#source(thread, this.#log.backwards(thread));
  }

  remove(thread: string): Promise<void> {
    return this.#attempt(() => {
      inTransaction(this.#db, () => {
        this.#leases.drop(thread);
        this.#log.remove(thread);
      });
      this.#watch.wake(thread);
    });
  }

  async load(thread: string, events: AsyncIterable<SealedEvent>, next: NextSeqs): Promise<void> {
    this.#requireOpen();
    await this.#log.load(thread, events, next, () => this.#leases.drop(thread));
    this.#watch.wake(thread);
  }

  threads(before: string | undefined, limit: number): Promise<readonly ThreadSummary[]> {
    return this.#attempt(() => this.#log.threads(before, limit));
  }

  acquire(thread: string, owner: string, ttlMs: number): Promise<Lease> {
    return this.#attempt(() => this.#leases.acquire(thread, owner, ttlMs));
  }

  renew(lease: Lease, ttlMs: number): Promise<Lease> {
    return this.#attempt(() => this.#leases.renew(lease, ttlMs));
  }

  release(lease: Lease): Promise<void> {
    return this.#attempt(() => this.#leases.release(lease));
  }

  live(thread: string): Promise<Lease | undefined> {
    return this.#attempt(() => this.#leases.live(thread));
  }

  #land(thread: string, batch: HeldBatch, { expected, lease }: Options): Landed {
    if (lease !== undefined) this.#leases.requireLive(lease, thread);
    for (let guess = this.#guess(thread, batch, expected);; guess = undefined) {
      const landed = this.#write(thread, batch, guess ?? this.#look(thread, expected));
      if (landed !== undefined) return landed;
    }
  }

  /** Gives the thread as it was written last, if by that the append is right: only a look can refuse one. */
  #guess(thread: string, batch: HeldBatch, expected: number | undefined): SqliteLife | undefined {
    const known = batch.lands ? this.#memory.take(thread) : undefined;
    return expected === undefined || expected === known?.position ? known : undefined;
  }

  #look(thread: string, expected: number | undefined): SqliteLife | undefined {
    const life = this.#log.life(thread);
    const last = life?.position ?? 0;
    if (expected !== undefined && expected !== last) throw streamMoved(thread, expected, last);
    return life;
  }

  /** Gives undefined if the thread is not as was guessed. */
  #write(thread: string, batch: HeldBatch, life: SqliteLife | undefined): Landed | undefined {
    const { sealed, next } = batch.seal(life?.next ?? new Map(), timeText(this.#clock.now()));
    if (sealed.length === 0) return { entries: [] };
    const grown = this.#log.write(thread, life, sealed, next);
    return grown && { entries: entriesAfter(life?.position ?? 0, sealed), life: grown };
  }

  #source(thread: string, { page }: Pick<EntrySource, "page">): EntrySource {
    return {
      page: () => this.#attempt(page),
      arm: () => {
        this.#requireOpen();
        return this.#watch.arm(thread);
      },
    };
  }

  /** What a function gives or throws, as a promise. */
  #attempt<T>(run: () => T | Promise<T>): Promise<T> {
    return new Promise((resolve) => {
      this.#requireOpen();
      resolve(run());
    });
  }

  #requireOpen(): void {
    if (this.#closed) throw new Error("Cannot use the store as it is closed: open another");
  }
}
