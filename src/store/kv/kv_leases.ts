import type { Clock } from "../../clock.ts";
import { endOf, isLive } from "../held_lease.ts";
import { leaseExpired, leaseHeld } from "../refusals.ts";
import { ThreadMemory } from "../thread_memory.ts";
import type { Lease } from "../trace_store.ts";
import type { KvClient } from "./kv_client.ts";
import type { KvKeys } from "./kv_keys.ts";
import type { KvFound } from "./kv_like.ts";

interface Kept {
  readonly owner: string;
  readonly expiresAt: string;
  /** Missing until it is renewed: the versionstamp of the commit that took it is its token. */
  readonly token?: string;
}

/** The leases of a store on Deno KV. Versionstamps grow for ever, so they are the tokens. */
export class KvLeases {
  readonly #client: KvClient;
  readonly #keys: KvKeys;
  readonly #clock: Clock;
  readonly #memory: ThreadMemory<KvFound> = new ThreadMemory();

  /**
   * @param client The database.
   * @param keys Where leases are.
   * @param clock Where time comes from.
   */
  constructor(client: KvClient, keys: KvKeys, clock: Clock) {
    this.#client = client;
    this.#keys = keys;
    this.#clock = clock;
  }

  /** Takes the lease of a thread. @throws {TraceStoreError} `LEASE_HELD`. */
  async acquire(thread: string, owner: string, ttlMs: number): Promise<Lease> {
    for (;;) {
      const found = await this.#find(thread);
      const held = this.liveOf(thread, found);
      if (held !== undefined && held.owner !== owner) throw leaseHeld(held);
      const kept: Kept = { owner, expiresAt: endOf(this.#clock.now(), ttlMs) };
      const token = await this.#client.commit([found], (commit) => commit.set(found.key, kept));
      if (token === undefined) continue;
      this.#memory.keep(thread, { key: found.key, value: kept, versionstamp: token });
      return { thread, token, ...kept };
    }
  }

  /** Lets a live lease last longer. @throws {TraceStoreError} `LEASE_EXPIRED`. */
  async renew(lease: Lease, ttlMs: number): Promise<Lease> {
    const { thread, token } = lease;
    for (;;) {
      const found = await this.#find(thread);
      const { owner } = this.requireLive(lease, thread, found);
      const kept = { owner, token, expiresAt: endOf(this.#clock.now(), ttlMs) };
      const landed = await this.#client.commit([found], (commit) => commit.set(found.key, kept));
      if (landed === undefined) continue;
      this.#memory.keep(thread, { key: found.key, value: kept, versionstamp: landed });
      return { thread, ...kept };
    }
  }

  /** Gives a lease back, if it is the thread's. */
  async release({ thread, token }: Lease): Promise<void> {
    for (;;) {
      const found = await this.#find(thread);
      if (leaseOf(thread, found)?.token !== token) return;
      const landed = await this.#client.commit([found], (commit) => commit.delete(found.key));
      if (landed !== undefined) return;
    }
  }

  /** Gives the live lease of a thread. */
  async live(thread: string): Promise<Lease | undefined> {
    return this.liveOf(thread, await this.#find(thread));
  }

  /** Gives the live lease in what was found under its key. */
  liveOf(thread: string, found: KvFound): Lease | undefined {
    const lease = leaseOf(thread, found);
    return lease !== undefined && isLive(lease, this.#clock.now()) ? lease : undefined;
  }

  /** Gives what this store wrote last under the key of a lease, if by that it is the live one of a thread. */
  remembered(lease: Lease, thread: string): KvFound | undefined {
    const found = lease.thread === thread ? this.#memory.of(thread) : undefined;
    if (found === undefined) return undefined;
    return this.liveOf(thread, found)?.token === lease.token ? found : undefined;
  }

  /** @throws {TraceStoreError} `LEASE_EXPIRED` if a lease is not the live one of a thread. */
  requireLive(lease: Lease, thread: string, found: KvFound): Lease {
    const live = lease.thread === thread ? this.liveOf(thread, found) : undefined;
    if (live?.token !== lease.token) throw leaseExpired(lease);
    return live;
  }

  #find(thread: string): Promise<KvFound> {
    return this.#client.get(this.#keys.lease(thread));
  }
}

function leaseOf(thread: string, { value, versionstamp }: KvFound): Lease | undefined {
  if (versionstamp === null) return undefined;
  const { owner, expiresAt, token = versionstamp } = value as Kept;
  return { thread, owner, token, expiresAt };
}
