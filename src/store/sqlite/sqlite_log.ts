import { chunksOf } from "../chunks_of.ts";
import { entryOf, type EntryRow } from "../entries_of.ts";
import type { EntryPage, EntrySource } from "../entry_iterator.ts";
import { nextOfText, textOfNext } from "../next_text.ts";
import { PageSize } from "../page_size.ts";
import type { NextSeqs } from "../seal.ts";
import type { SealedEvent } from "../trace_event.ts";
import type { ThreadSummary } from "../trace_store.ts";
import { inTransaction } from "./prepare_sqlite.ts";
import type { SqliteDatabase, SqliteStatement } from "./sqlite_database.ts";

/** One life of a thread. */
export interface SqliteLife {
  /** Its number, which no other has. */
  readonly incarnation: number;
  /** The position of its last entry. */
  readonly position: number;
  /** The next number of each stream. */
  readonly next: NextSeqs;
}

/** The most text that is loaded at once. */
const CHUNK_CHARS = 1024 * 1024;

/** More threads are not listed at once, whatever the limit. */
const MAX_LIMIT = 2 ** 31 - 1;

/** The log of every thread in a database; each method is one step of a transaction, or one by itself. */
export class SqliteLog {
  readonly #db: SqliteDatabase;
  readonly #life: SqliteStatement;
  readonly #alive: SqliteStatement;
  readonly #bear: SqliteStatement;
  readonly #grow: SqliteStatement;
  readonly #insert: SqliteStatement;
  readonly #forwards: SqliteStatement;
  readonly #backwards: SqliteStatement;
  readonly #removeThread: SqliteStatement;
  readonly #removeEntries: SqliteStatement;
  readonly #newest: SqliteStatement;
  readonly #olderThan: SqliteStatement;
  #loads = 0;

  /** @param db The database. */
  constructor(db: SqliteDatabase) {
    this.#db = db;
    this.#life = db.prepare("SELECT incarnation, position, next FROM threads WHERE id = ?");
    this.#alive = db.prepare("SELECT 1 FROM threads WHERE incarnation = ?");
    this.#bear = db.prepare(
      "INSERT INTO threads (id, position, next) VALUES (?, ?, ?) RETURNING incarnation",
    );
    this.#grow = db.prepare(
      "UPDATE threads SET position = ?, next = ? WHERE incarnation = ? AND position = ?",
    );
    this.#insert = db.prepare("INSERT INTO entries (incarnation, position, body) VALUES (?, ?, ?)");
    this.#forwards = db.prepare(
      "SELECT position, body FROM entries WHERE incarnation = ? AND position > ? ORDER BY position LIMIT ?",
    );
    this.#backwards = db.prepare(
      "SELECT position, body FROM entries WHERE incarnation = ? AND position <= ? ORDER BY position DESC LIMIT ?",
    );
    this.#removeThread = db.prepare("DELETE FROM threads WHERE incarnation = ?");
    this.#removeEntries = db.prepare("DELETE FROM entries WHERE incarnation = ?");
    const summaries =
      "SELECT id, position, body FROM (SELECT incarnation, id FROM threads) JOIN entries USING (incarnation) WHERE entries.position = 1";
    const order = "ORDER BY incarnation DESC LIMIT ?";
    this.#newest = db.prepare(`${summaries} ${order}`);
    this.#olderThan = db.prepare(
      `${summaries} AND incarnation < (SELECT incarnation FROM threads WHERE id = ?) ${order}`,
    );
  }

  /** Gives the life that a thread has now. */
  life(thread: string): SqliteLife | undefined {
    const row = this.#life.get(thread) as
      | { incarnation: number; position: number; next: string }
      | undefined;
    return row === undefined ? undefined : { ...row, next: nextOfText(row.next) };
  }

  /**
   * Writes events after the last one, and the thread itself where it has no life yet. No two states of a thread have
   * one life and one position, so that the write finds out whether what is known of it is still so.
   *
   * @returns The life as it is then; undefined if it was not as is known.
   */
  write(
    thread: string,
    life: SqliteLife | undefined,
    events: readonly SealedEvent[],
    next: NextSeqs,
  ): SqliteLife | undefined {
    const first = life?.position ?? 0;
    const position = first + events.length;
    const incarnation = life === undefined
      ? this.#born(thread, position, next)
      : this.#grown(life, position, next);
    if (incarnation === undefined) return undefined;
    events.forEach((event, index) =>
      this.#insert.run(incarnation, first + index + 1, JSON.stringify(event))
    );
    return { incarnation, position, next };
  }

  /** Removes a thread with its entries. */
  remove(thread: string): void {
    const incarnation = this.life(thread)?.incarnation;
    if (incarnation === undefined) return;
    this.#removeThread.run(incarnation);
    this.#removeEntries.run(incarnation);
  }

  /**
   * Takes a log in where nobody sees it, part by part, then puts it in place in one transaction.
   *
   * @param thread The thread.
   * @param events The log.
   * @param next Is complete when the events are through.
   * @param clear Runs in the transaction, before.
   */
  async load(
    thread: string,
    events: AsyncIterable<SealedEvent>,
    next: NextSeqs,
    clear: () => void,
  ): Promise<void> {
    // A temporary table belongs to the connection: it needs no lock, and is gone with the process.
    this.#db.exec(
      "CREATE TEMP TABLE IF NOT EXISTS loading (load INTEGER, position INTEGER, body TEXT, PRIMARY KEY (load, position)) WITHOUT ROWID",
    );
    const load = ++this.#loads;
    try {
      const position = await this.#stage(load, events);
      inTransaction(this.#db, () => {
        clear();
        this.remove(thread);
        if (position === 0) return;
        const incarnation = this.#born(thread, position, next);
        this.#db.prepare(
          "INSERT INTO entries SELECT ?, position, body FROM loading WHERE load = ?",
        ).run(incarnation, load);
      });
    } finally {
      this.#db.prepare("DELETE FROM loading WHERE load = ?").run(load);
    }
  }

  /** Lists threads, the one that was born last first. */
  threads(before: string | undefined, limit: number): readonly ThreadSummary[] {
    const rows = Math.min(limit, MAX_LIMIT);
    const found = before === undefined ? this.#newest.all(rows) : this.#olderThan.all(before, rows);
    return (found as ({ id: string } & EntryRow)[])
      .map(({ id, ...row }) => ({ thread: id, first: entryOf(row) }));
  }

  /** Reads a thread from a position on. */
  forwards(thread: string, after: number): Pick<EntrySource, "page"> {
    const size = new PageSize(64);
    let life: SqliteLife | undefined;
    let position = after;
    const read = (): EntryPage => {
      life ??= this.life(thread);
      if (life === undefined) return { entries: [], whole: true, over: true };
      const rows = this.#forwards.all(life.incarnation, position, size.rows) as EntryRow[];
      size.saw(rows.map(({ body }) => body));
      position = Number(rows.at(-1)?.position ?? position);
      // Asked last: entries that a process wrote before it removed the thread may be left out, those of the next life
      // never come.
      const over = rows.length === 0 && this.#alive.get(life.incarnation) === undefined;
      return { entries: rows.map(entryOf), whole: position >= life.position, over };
    };
    return { page: () => new Promise((resolve) => resolve(read())) };
  }

  /** Reads a thread from its last entry back. */
  backwards(thread: string): Pick<EntrySource, "page"> {
    // Most who read backwards want the last entry only.
    const size = new PageSize(1);
    let left: { readonly incarnation: number; readonly position: number } | undefined;
    const read = (): EntryPage => {
      left ??= this.life(thread);
      if (left === undefined) return { entries: [], whole: true, over: true };
      const rows = this.#backwards.all(left.incarnation, left.position, size.rows) as EntryRow[];
      size.saw(rows.map(({ body }) => body));
      const { incarnation, position } = left;
      left = { incarnation, position: Number(rows.at(-1)?.position ?? position + 1) - 1 };
      const over = rows.length === 0 && this.#alive.get(incarnation) === undefined;
      return { entries: rows.map(entryOf), whole: left.position === 0, over };
    };
    return { page: () => new Promise((resolve) => resolve(read())) };
  }

  #born(thread: string, position: number, next: NextSeqs): number {
    const row = this.#bear.get(thread, position, textOfNext(next)) as { incarnation: number };
    return row.incarnation;
  }

  #grown(
    { incarnation, position: last }: SqliteLife,
    position: number,
    next: NextSeqs,
  ): number | undefined {
    const { changes } = this.#grow.run(position, textOfNext(next), incarnation, last);
    return Number(changes) === 0 ? undefined : incarnation;
  }

  async #stage(load: number, events: AsyncIterable<SealedEvent>): Promise<number> {
    const insert = this.#db.prepare(
      "INSERT INTO loading (load, position, body) VALUES (?, ?, ?)",
    );
    let position = 0;
    for await (const chunk of chunksOf(events, CHUNK_CHARS)) {
      inTransaction(this.#db, () => {
        for (const body of chunk) insert.run(load, ++position, body);
      }, "BEGIN");
    }
    return position;
  }
}
