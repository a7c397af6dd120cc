import type { Clock } from "../clock.ts";
import { checkTtl, heldLease } from "./check_arguments.ts";
import { checkName } from "./check_name.ts";
import { leaseExpired, leaseHeld } from "./refusals.ts";
import { timeText } from "./time_text.ts";
import { tokenOf } from "./token.ts";
import type { Lease } from "./trace_store.ts";

/** The leases of a store in memory. */
export class MemoryLeases {
  readonly #clock: Clock;
  readonly #leases: Map<string, Lease> = new Map();
  /** Never goes back, whatever is released or dropped. */
  #tokens = 0;

  /** @param clock Where time comes from. */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes the lease of a thread. @throws {TraceStoreError} `LEASE_HELD`. */
  acquire(thread: string, owner: string, ttlMs: number): Lease {
    checkName(thread, "thread");
    checkName(owner, "owner");
    checkTtl(ttlMs);
    const held = this.live(thread);
    if (held !== undefined && held.owner !== owner) throw leaseHeld(held);
    const token = tokenOf(++this.#tokens);
    return this.#keep({ thread, owner, token, expiresAt: this.#end(ttlMs) });
  }

  /** Lets a live lease last longer. @throws {TraceStoreError} `LEASE_EXPIRED`. */
  renew(lease: Lease, ttlMs: number): Lease {
    checkTtl(ttlMs);
    const held = heldLease(lease);
    const live = this.requireLive(held, held.thread);
    return this.#keep({ ...live, expiresAt: this.#end(ttlMs) });
  }

  /** Gives a lease back, if it is the thread's. */
  release(lease: Lease): void {
    const { thread, token } = heldLease(lease);
    if (this.#leases.get(thread)?.token === token) this.#leases.delete(thread);
  }

  /** Forgets the lease of a thread. */
  drop(thread: string): void {
    this.#leases.delete(thread);
  }

  /** Gives the live lease of a thread. */
  live(thread: string): Lease | undefined {
    const lease = this.#leases.get(thread);
    if (lease === undefined || Date.parse(lease.expiresAt) <= this.#clock.now()) return undefined;
    return { ...lease };
  }

  /**
   * Gives the live lease of a thread, which a lease must be.
   *
   * @throws {TraceStoreError} `LEASE_EXPIRED` if it is not.
   */
  requireLive(lease: Lease, thread: string): Lease {
    const live = lease.thread === thread ? this.live(thread) : undefined;
    if (live?.token !== lease.token) throw leaseExpired(lease);
    return live;
  }

  #end(ttlMs: number): string {
    return timeText(this.#clock.now() + ttlMs);
  }

  #keep(lease: Lease): Lease {
    this.#leases.set(lease.thread, lease);
    return { ...lease };
  }
}
