import { leaseExpired, leaseHeld } from "../refusals.ts";
import type { Lease } from "../trace_store.ts";
import type { PostgresClient, PostgresRow } from "./postgres_client.ts";
import type { PostgresSql } from "./postgres_sql.ts";

/** The leases of a store on PostgreSQL, by the server's clock. */
export class PostgresLeases {
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

  /** Takes the lease of a thread. @throws {TraceStoreError} `LEASE_HELD`. */
  async acquire(thread: string, owner: string, ttlMs: number): Promise<Lease> {
    for (;;) {
      const [taken] = await this.#client.query(this.#sql.acquire, [thread, owner, ttlMs]);
      if (taken !== undefined) return leaseOf(taken);
      const held = await this.live(thread);
      // Where it has ended just now, it is free.
      if (held !== undefined && held.owner !== owner) throw leaseHeld(held);
    }
  }

  /** Lets a live lease last longer. @throws {TraceStoreError} `LEASE_EXPIRED`. */
  async renew(lease: Lease, ttlMs: number): Promise<Lease> {
    const { thread, token } = lease;
    const row = isToken(token)
      // Under the lock nothing is waited for between the look at the clock and the change.
      ? await this.#client.transaction(async (query) => {
        const [, [row]] = await Promise.all([
          query(this.#sql.lock, [thread]),
          query(this.#sql.renew, [thread, token, ttlMs]),
        ]);
        return row;
      })
      : undefined;
    if (row === undefined) throw leaseExpired(lease);
    return leaseOf(row);
  }

  /** Gives a lease back, if it is the thread's. */
  async release({ thread, token }: Lease): Promise<void> {
    if (isToken(token)) await this.#client.query(this.#sql.release, [thread, token]);
  }

  /** Gives the live lease of a thread. */
  async live(thread: string): Promise<Lease | undefined> {
    const [row] = await this.#client.query(this.#sql.live, [thread]);
    return row === undefined ? undefined : leaseOf(row);
  }
}

/** Tells whether a text may be a token of this store: others are not sent, as the server may not take them as text. */
export function isToken(token: unknown): token is string {
  return typeof token === "string" && /^\d+$/.test(token);
}

function leaseOf(row: PostgresRow): Lease {
  const { thread, owner, token, expires_at: expiresAt } = row as {
    thread: string;
    owner: string;
    token: string;
    expires_at: string;
  };
  return { thread, owner, token, expiresAt };
}
