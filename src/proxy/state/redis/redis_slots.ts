import type { Clock } from "../../../clock.ts";
import type { Patience, SharedSlot, SharedSlots } from "../shared_state.ts";
import type { RedisConnection } from "./redis_connection.ts";
import { FREE_SLOT, KEEP_SLOTS, TAKE_SLOT } from "./redis_scripts.ts";

/** How often who waits for a slot looks whether one is free, besides when it is told, in milliseconds. */
const LOOK_MS = 100;

/** What they are made of. */
export interface RedisSlotsOptions {
  /** The way to the server. */
  readonly connection: RedisConnection;
  /** What the names of all keys begin with. */
  readonly prefix: string;
  /** What changes are told on. */
  readonly channel: string;
  /** The name of this replica. */
  readonly by: string;
  /** How long a slot is kept for a replica that is not heard of, in milliseconds. */
  readonly expiryMs: number;
  /** Where time comes from. */
  readonly clock: Clock;
}

interface Held {
  /** The name of the limit. */
  readonly id: string;
  /** Whether the server may know of it. */
  isTold: boolean;
}

/**
 * Limits that hold for all replicas. A slot is kept at the server for as long as it is held, and for a while more if
 * its replica dies.
 *
 * What was allowed while the server was gone is told to it afterwards, as it runs in any case.
 */
export class RedisSlots implements SharedSlots {
  readonly #options: RedisSlotsOptions;
  readonly #held = new Map<string, Held>();
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #closed = new AbortController();
  #count = 0;

  /** @param options What they are made of. */
  constructor(options: RedisSlotsOptions) {
    this.#options = options;
  }

  /** Takes a slot. */
  async take(id: string, max: number, patience?: Patience): Promise<SharedSlot | undefined> {
    const { connection, by, expiryMs } = this.#options;
    const name = `${by}:${this.#count++}`;
    const held: Held = { id, isTold: connection.isQuick };
    // It runs from now on, whether the server says so in time or not.
    this.#held.set(name, held);
    const args = ["EVAL", TAKE_SLOT, "1", this.#key(id), String(max), name, String(expiryMs)];
    const answer = await connection.ask(args, patience ?? { leftMs: connection.timeoutMs });
    if (answer !== 0) return { release: () => this.#release(name) };
    this.#held.delete(name);
    return undefined;
  }

  /** Resolves when one was given back somewhere, and now and then. */
  async freed(id: string): Promise<void> {
    const waiting = this.#waiting.get(id) ?? new Set();
    this.#waiting.set(id, waiting);
    const stop = new AbortController();
    const onFreed = () => stop.abort();
    waiting.add(onFreed);
    this.#closed.signal.addEventListener("abort", onFreed);
    await this.#options.clock.sleep(LOOK_MS, stop.signal).catch(() => {});
    this.#closed.signal.removeEventListener("abort", onFreed);
    waiting.delete(onFreed);
  }

  /** One was given back somewhere. */
  onFreed(id: string): void {
    for (const wake of this.#waiting.get(id) ?? []) wake();
  }

  /** Tells the server that what is held still is. */
  async keep(): Promise<void> {
    const { connection, expiryMs } = this.#options;
    const byId = new Map<string, string[]>();
    for (const [name, held] of this.#held) {
      held.isTold = true;
      const names = byId.get(held.id) ?? [];
      names.push(name);
      byId.set(held.id, names);
    }
    for (const [id, names] of byId) {
      await connection.send(["EVAL", KEEP_SLOTS, "1", this.#key(id), String(expiryMs), ...names]);
      // One that was given back meanwhile may have been kept after that.
      for (const name of names) if (!this.#held.has(name)) this.#free(name, id);
    }
  }

  /** Gives all back, and lets nobody wait. */
  close(): void {
    this.#closed.abort();
    for (const name of [...this.#held.keys()]) this.#release(name);
  }

  #release(name: string): void {
    const held = this.#held.get(name);
    if (held === undefined) return;
    this.#held.delete(name);
    if (held.isTold) this.#free(name, held.id);
  }

  #free(name: string, id: string): void {
    const { connection, channel } = this.#options;
    void connection.send(["EVAL", FREE_SLOT, "1", this.#key(id), name, channel, id]);
  }

  #key(id: string): string {
    return `${this.#options.prefix}slots:${id}`;
  }
}
