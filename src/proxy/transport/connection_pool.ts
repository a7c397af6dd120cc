import type { Clock } from "../../clock.ts";
import type { Connection } from "./connection.ts";

/** How many connections to one origin are kept open unused. */
const MAX_IDLE = 128;

/** How long a stale connection may lie about before somebody looks, in milliseconds. */
const SWEEP_MS = 1000;

/** A connection that waits for the next request. */
interface Idle {
  readonly connection: Connection;
  readonly since: number;
  readonly until: number;
}

/** The connections that are kept open between requests, by origin. */
export class ConnectionPool {
  readonly #clock: Clock;
  readonly #idle = new Map<string, Idle[]>();
  #sweptAt = 0;
  #isClosed = false;

  /**
   * Makes an empty one.
   *
   * @param clock Where time comes from.
   */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Takes a connection out, the one used last: the others may so become old enough to be closed.
   *
   * @param origin Where it leads to.
   * @returns The connection, and how long it was unused; `undefined` if there is none.
   */
  take(origin: string): { readonly connection: Connection; readonly idleMs: number } | undefined {
    const now = this.#clock.now();
    this.#sweep(now);
    const idle = this.#idle.get(origin) ?? [];
    for (let last = idle.pop(); last !== undefined; last = idle.pop()) {
      const { connection, since, until } = last;
      connection.onStir = undefined;
      if (now < until && connection.isQuiet) {
        connection.hold(true);
        return { connection, idleMs: now - since };
      }
      connection.destroy(new Error("The connection was unused for too long"));
    }
    return undefined;
  }

  /**
   * Keeps a connection for later.
   *
   * @param origin Where it leads to.
   * @param connection The connection.
   * @param maxIdleMs How long it may be unused, in milliseconds.
   */
  give(origin: string, connection: Connection, maxIdleMs: number): void {
    if (this.#isClosed || maxIdleMs <= 0 || !connection.isQuiet) {
      return connection.destroy(new Error("The connection is not kept"));
    }
    const since = this.#clock.now();
    this.#sweep(since);
    const idle = this.#idle.get(origin) ?? [];
    this.#idle.set(origin, idle);
    const entry = { connection, since, until: since + maxIdleMs };
    idle.push(entry);
    // The peer closed it, or sends what nobody asked for.
    connection.onStir = () => this.#drop(origin, entry);
    connection.hold(false);
    if (idle.length > MAX_IDLE) this.#drop(origin, idle[0]!);
  }

  /** Closes all, and those that are given from now on. */
  close(): void {
    this.#isClosed = true;
    for (const [origin, idle] of this.#idle) {
      for (const entry of [...idle]) this.#drop(origin, entry);
    }
  }

  /** Not by a timer, which would have to be stopped. */
  #sweep(now: number): void {
    if (Math.abs(now - this.#sweptAt) < SWEEP_MS) return;
    this.#sweptAt = now;
    for (const [origin, idle] of this.#idle) {
      for (const entry of idle.filter(({ until }) => until <= now)) this.#drop(origin, entry);
    }
  }

  #drop(origin: string, entry: Idle): void {
    const idle = this.#idle.get(origin)?.filter((other) => other !== entry) ?? [];
    if (idle.length === 0) this.#idle.delete(origin);
    else this.#idle.set(origin, idle);
    entry.connection.onStir = undefined;
    entry.connection.destroy(new Error("The connection is no longer kept"));
  }
}
