import type { Clock } from "../../clock.ts";
import { endOf, isLive } from "../held_lease.ts";
import { leaseExpired, leaseHeld } from "../refusals.ts";
import { tokenOf } from "../token.ts";
import type { Lease } from "../trace_store.ts";
import { inTransaction } from "./prepare_sqlite.ts";
import type { SqliteDatabase, SqliteStatement } from "./sqlite_database.ts";

interface Row {
  readonly token: number;
  readonly thread: string;
  readonly owner: string;
  readonly expires_at: string;
}

/** The leases of a store on SQLite. */
export class SqliteLeases {
  readonly #db: SqliteDatabase;
  readonly #clock: Clock;
  readonly #select: SqliteStatement;
  readonly #insert: SqliteStatement;
  readonly #update: SqliteStatement;
  readonly #delete: SqliteStatement;
  readonly #release: SqliteStatement;

  /**
   * @param db The database.
   * @param clock Where time comes from.
   */
  constructor(db: SqliteDatabase, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
    this.#select = db.prepare("SELECT * FROM leases WHERE thread = ?");
    this.#insert = db.prepare(
      "INSERT INTO leases (thread, owner, expires_at) VALUES (?, ?, ?) RETURNING *",
    );
    this.#update = db.prepare("UPDATE leases SET expires_at = ? WHERE thread = ? RETURNING *");
    this.#delete = db.prepare("DELETE FROM leases WHERE thread = ?");
    this.#release = db.prepare("DELETE FROM leases WHERE thread = ? AND token = ?");
  }

  /** Takes the lease of a thread. @throws {TraceStoreError} `LEASE_HELD`. */
  acquire(thread: string, owner: string, ttlMs: number): Lease {
    return inTransaction(this.#db, () => {
      const held = this.live(thread);
      if (held !== undefined && held.owner !== owner) throw leaseHeld(held);
      this.drop(thread);
      const expiresAt = endOf(this.#clock.now(), ttlMs);
      return leaseOf(this.#insert.get(thread, owner, expiresAt) as Row);
    });
  }

  /** Lets a live lease last longer. @throws {TraceStoreError} `LEASE_EXPIRED`. */
  renew(lease: Lease, ttlMs: number): Lease {
    return inTransaction(this.#db, () => {
      this.requireLive(lease, lease.thread);
      return leaseOf(this.#update.get(endOf(this.#clock.now(), ttlMs), lease.thread) as Row);
    });
  }

  /** Gives a lease back, if it is the thread's. */
  release({ thread, token }: Lease): void {
    this.#release.run(thread, Number(token));
  }

  /** Forgets the lease of a thread. */
  drop(thread: string): void {
    this.#delete.run(thread);
  }

  /** Gives the live lease of a thread. */
  live(thread: string): Lease | undefined {
    const row = this.#select.get(thread) as Row | undefined;
    if (row === undefined) return undefined;
    const lease = leaseOf(row);
    return isLive(lease, this.#clock.now()) ? lease : undefined;
  }

  /** @throws {TraceStoreError} `LEASE_EXPIRED` if a lease is not the live one of a thread. */
  requireLive(lease: Lease, thread: string): void {
    const isOfThread = lease.thread === thread && this.live(thread)?.token === lease.token;
    if (!isOfThread) throw leaseExpired(lease);
  }
}

function leaseOf({ thread, owner, token, expires_at: expiresAt }: Row): Lease {
  return { thread, owner, token: tokenOf(token), expiresAt };
}
