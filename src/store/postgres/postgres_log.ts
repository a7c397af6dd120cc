import { entryOf, type EntryRow } from "../entries_of.ts";
import type { EntryPage, EntrySource } from "../entry_iterator.ts";
import { PageSize } from "../page_size.ts";
import type { ThreadSummary } from "../trace_store.ts";
import type { PostgresClient, PostgresRow } from "./postgres_client.ts";
import type { PostgresSql } from "./postgres_sql.ts";

type Page = Pick<EntrySource, "page">;

/** A row of the first page: the entry is missing where there is none. */
interface FirstRow {
  readonly incarnation: string | number;
  readonly last: string | number;
  readonly position: string | number | null;
  readonly body: string;
}

/** Reads threads in PostgreSQL. */
export class PostgresLog {
  readonly #client: PostgresClient;
  readonly #sql: PostgresSql;

  /**
   * @param client The database.
   * @param sql The statements.
   */
  constructor(client: PostgresClient, sql: PostgresSql) {
    this.#client = client;
    this.#sql = sql;
  }

  /** Reads one life of a thread from a position on. */
  forwards(thread: string, after: number): Page {
    const size = new PageSize(64);
    let life: Life | undefined;
    let position = after;
    const page = async (): Promise<EntryPage> => {
      const found = life === undefined
        ? await this.#first(this.#sql.firstForwards, thread, position, size)
        : await this.#later(this.#sql.forwards, life, position, size);
      if (found === undefined) return { entries: [], whole: true, over: true };
      life = found.life;
      position = Number(found.rows.at(-1)?.position ?? position);
      return await this.#page(found, position >= life.last);
    };
    return { page };
  }

  /** Reads one life of a thread from its last entry back. */
  backwards(thread: string): Page {
    // Most who read backwards want the last entry only.
    const size = new PageSize(1);
    let life: Life | undefined;
    let position = Number.MAX_SAFE_INTEGER;
    const page = async (): Promise<EntryPage> => {
      const found = life === undefined
        ? await this.#first(this.#sql.firstBackwards, thread, position, size)
        : await this.#later(this.#sql.backwards, life, position, size);
      if (found === undefined) return { entries: [], whole: true, over: true };
      life = found.life;
      position = Number(found.rows.at(-1)?.position ?? position + 1) - 1;
      return await this.#page(found, position === 0);
    };
    return { page };
  }

  /** Lists threads, the one that was born last first. */
  async threads(before: string | undefined, limit: number): Promise<readonly ThreadSummary[]> {
    const rows = before === undefined
      ? await this.#client.query(this.#sql.newest, [limit])
      : await this.#client.query(this.#sql.olderThan, [limit, before]);
    return (rows as readonly unknown[] as readonly ({ id: string } & EntryRow)[])
      .map(({ id, ...row }) => ({ thread: id, first: entryOf(row) }));
  }

  async #first(
    sql: string,
    thread: string,
    position: number,
    size: PageSize,
  ): Promise<Found | undefined> {
    const found = await this.#client.query(sql, [thread, position, size.rows]);
    const rows = found as readonly unknown[] as readonly FirstRow[];
    if (rows[0] === undefined) return undefined;
    const { incarnation, last } = rows[0];
    const entries = rows.filter((row): row is FirstRow & EntryRow => row.position !== null);
    size.saw(entries.map(({ body }) => body));
    return { life: { incarnation: String(incarnation), last: Number(last) }, rows: entries };
  }

  async #later(sql: string, life: Life, position: number, size: PageSize): Promise<Found> {
    const found = await this.#client.query(sql, [life.incarnation, position, size.rows]);
    const rows = found as readonly unknown[] as readonly EntryRow[];
    size.saw(rows.map(({ body }) => body));
    return { life, rows };
  }

  async #page({ life, rows }: Found, whole: boolean): Promise<EntryPage> {
    const over = rows.length === 0 && !await this.#isAlive(life);
    return { entries: rows.map(entryOf), whole, over };
  }

  async #isAlive({ incarnation }: Life): Promise<boolean> {
    const rows: readonly PostgresRow[] = await this.#client.query(this.#sql.alive, [incarnation]);
    return rows.length > 0;
  }
}

/** One life of a thread, as it was when a reading began. */
interface Life {
  readonly incarnation: string;
  /** The position of its last entry. */
  readonly last: number;
}

interface Found {
  readonly life: Life;
  readonly rows: readonly EntryRow[];
}
