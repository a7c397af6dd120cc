import { checkTtl } from "../../../src/store/check_arguments.ts";
import { leaseExpired } from "../../../src/store/refusals.ts";
import type { NextSeqs } from "../../../src/store/seal.ts";
import { tokenOf } from "../../../src/store/token.ts";
import { TraceStoreError } from "../../../src/store/trace_store_error.ts";
import type { DraftEvent } from "../../../src/store/trace_event.ts";
import type { AppendOptions, Lease } from "../../../src/store/trace_store.ts";
import type { Fault } from "../fault.ts";
import { faultsOf } from "../fault.ts";
import { type Life, PlainStore } from "../plain_store.ts";
import type { Log } from "../plain_store.ts";

const fault = faultsOf("lease");

/** Checks the lease of a renewal by a rule of its own. */
abstract class OwnRenewal extends PlainStore {
  abstract mayRenew(lease: Lease): boolean;

  override async renew(lease: Lease, ttlMs: number): Promise<Lease> {
    checkTtl(ttlMs);
    if (!this.mayRenew(lease)) throw leaseExpired(lease);
    return await Promise.resolve(this.hold({ ...lease, expiresAt: this.until(ttlMs) }));
  }
}

/** Faults of leases. */
export const LEASE_FAULTS: readonly Fault[] = [
  fault(
    "lease() gives no token",
    "test_acquire_gives_a_lease_that_lease_reads_back",
    class extends PlainStore {
      override async lease(thread: string): Promise<Lease | undefined> {
        const lease = await super.lease(thread);
        return lease === undefined ? undefined : { ...lease, token: "" };
      }
    },
  ),
  fault(
    "a lease makes a thread",
    "test_a_lease_alone_makes_no_thread",
    class extends PlainStore {
      override async acquire(thread: string, owner: string, ttlMs: number): Promise<Lease> {
        const lease = await super.acquire(thread, owner, ttlMs);
        if (this.life(thread) === undefined && this.lives.size === 0) this.bear(thread, new Map());
        return lease;
      }
    },
  ),
  fault(
    "acquire() looks, then waits, then takes",
    "test_two_acquisitions_at_once_let_exactly_one_through",
    class extends PlainStore {
      override async acquire(thread: string, owner: string, ttlMs: number): Promise<Lease> {
        const held = this.live(thread);
        await undefined;
        if (held === undefined) this.held.delete(thread);
        return await super.acquire(thread, owner, ttlMs);
      }
    },
  ),
  fault(
    "acquire() takes another's lease",
    "test_acquire_refuses_a_live_lease_of_another_owner",
    class extends PlainStore {
      override async acquire(thread: string, owner: string, ttlMs: number): Promise<Lease> {
        this.held.delete(thread);
        return await super.acquire(thread, owner, ttlMs);
      }
    },
  ),
  fault(
    "the same owner gets the same token",
    "test_the_same_owner_retakes_its_lease_and_the_old_one_is_stale",
    class extends PlainStore {
      override token(thread: string): string {
        return this.live(thread)?.token ?? super.token(thread);
      }
    },
  ),
  fault(
    "an expired lease must be released first",
    "test_an_expired_lease_is_free",
    class extends PlainStore {
      override isOver(): boolean {
        return false;
      }
    },
  ),
  fault(
    "an expired lease appends though another took it",
    "test_append_under_a_stale_lease_lands_nothing",
    class extends PlainStore {
      override checkLease(thread: string, lease: Lease | undefined): void {
        if (lease !== undefined && this.isOver(lease) && this.live(thread)?.owner === "B") return;
        super.checkLease(thread, lease);
      }
      override async renew(lease: Lease, ttlMs: number): Promise<Lease> {
        super.checkLease(lease.thread, lease);
        return await super.renew(lease, ttlMs);
      }
    },
  ),
  fault(
    "an append without a lease drops it",
    "test_an_append_without_a_lease_is_not_checked",
    class extends PlainStore {
      override async append(thread: string, batch: readonly DraftEvent[], options?: AppendOptions) {
        const given = await super.append(thread, batch, options);
        if (options === undefined) this.held.delete(thread);
        return given;
      }
    },
  ),
  fault(
    "an append without a lease is refused while there is one",
    "test_an_append_without_a_lease_is_not_checked",
    class extends PlainStore {
      override checkLease(thread: string, lease: Lease | undefined): void {
        const held = this.live(thread);
        if (lease === undefined && held !== undefined) throw leaseExpired(held);
        super.checkLease(thread, lease);
      }
    },
  ),
  fault(
    "renew() changes nothing",
    "test_renew_keeps_a_lease_alive_and_refuses_a_stale_one",
    class extends PlainStore {
      override hold(lease: Lease): Lease {
        const held = this.held.get(lease.thread);
        return held?.token === lease.token ? { ...lease } : super.hold(lease);
      }
    },
  ),
  fault(
    "release() takes any lease",
    "test_release_frees_the_lease_and_leaves_another_owners_alone",
    class extends PlainStore {
      override async release({ thread, owner }: Lease): Promise<void> {
        if (this.live(thread)?.owner !== owner) await Promise.resolve(this.held.delete(thread));
        else this.held.delete(thread);
      }
    },
  ),
  fault(
    "a delete leaves the lease",
    "test_delete_drops_the_lease",
    class extends PlainStore {
      override async delete(thread: string): Promise<void> {
        const held = this.held.get(thread);
        await super.delete(thread);
        if (held !== undefined) this.held.set(thread, held);
      }
    },
  ),
  fault(
    "a lease that is over appends until another takes it",
    "one that is over and that nobody took appends nothing",
    class extends PlainStore {
      override async append(thread: string, batch: readonly DraftEvent[], options?: AppendOptions) {
        const { lease, expected } = options ?? {};
        const isUntaken = lease !== undefined && this.held.get(thread)?.token === lease.token;
        const isFast = isUntaken && expected === undefined && lease.thread === thread &&
          this.isOver(lease);
        return await super.append(thread, batch, isFast ? {} : options);
      }
    },
  ),
  fault(
    "a lease opens every thread",
    "it opens no other thread",
    class extends PlainStore {
      override checkLease(_: string, lease: Lease | undefined): void {
        super.checkLease(lease?.thread ?? "", lease);
      }
    },
  ),
  fault(
    "tokens are random",
    "tokens grow, as texts, whatever ends a lease",
    class extends PlainStore {
      override token(thread: string): string {
        const count = Number(super.token(thread));
        return tokenOf((count * 7919) % 104729);
      }
    },
  ),
  fault(
    "tokens are plain numbers",
    "tokens grow, as texts, whatever ends a lease",
    class extends PlainStore {
      override token(thread: string): string {
        return String(Number(super.token(thread)));
      }
    },
  ),
  fault(
    "a release forgets the count of tokens",
    "tokens grow, as texts, whatever ends a lease",
    class extends PlainStore {
      override async release(lease: Lease): Promise<void> {
        await super.release(lease);
        if (this.held.size === 0 && lease.owner === "A") this.counters.tokens = 0;
      }
    },
  ),
  fault(
    "a delete forgets the count of tokens",
    "tokens grow, as texts, whatever ends a lease",
    class extends PlainStore {
      override async delete(thread: string): Promise<void> {
        await super.delete(thread);
        if (this.held.size === 0) this.counters.tokens = 0;
      }
    },
  ),
  fault(
    "renew() goes by the owner",
    "renew() of an older lease of the same owner is refused",
    class extends OwnRenewal {
      mayRenew({ thread, owner }: Lease): boolean {
        return this.live(thread)?.owner === owner;
      }
    },
  ),
  fault(
    "renew() goes by the thread",
    "renew() of the one before leaves that of the next owner",
    class extends OwnRenewal {
      mayRenew({ thread }: Lease): boolean {
        return this.live(thread) !== undefined;
      }
    },
  ),
  fault(
    "renew() gives a new token",
    "renew() keeps the token and gives what lease() gives",
    class extends PlainStore {
      override async renew(lease: Lease, ttlMs: number): Promise<Lease> {
        const renewed = await super.renew(lease, ttlMs);
        return this.hold({ ...renewed, token: this.token(lease.thread) });
      }
    },
  ),
  fault(
    "renew() adds to what is left",
    "renew() counts from now",
    class extends PlainStore {
      override async renew(lease: Lease, ttlMs: number): Promise<Lease> {
        checkTtl(ttlMs);
        const leftMs = Math.max(0, Date.parse(lease.expiresAt) - this.clock.now());
        return await super.renew(lease, leftMs + ttlMs);
      }
    },
  ),
  fault(
    "renew() revives what is over",
    "renew() never revives",
    class extends OwnRenewal {
      mayRenew({ thread, token, expiresAt }: Lease): boolean {
        const isOwn = this.held.get(thread)?.token === token;
        return isOwn && Date.parse(expiresAt) < Date.UTC(9000, 0);
      }
    },
  ),
  fault(
    "renew() takes a lease that was released",
    "renew() never revives",
    class extends OwnRenewal {
      mayRenew({ thread, token, owner }: Lease): boolean {
        const isOwn = this.live(thread)?.token === token;
        const isFree = this.held.get(thread) === undefined && this.#released.has(token);
        return isOwn || (isFree && owner === "A");
      }
      readonly #released: Set<string> = new Set();
      override async release(lease: Lease): Promise<void> {
        await super.release(lease);
        this.#released.add(lease.token);
      }
    },
  ),
  fault(
    "release() goes by the owner",
    "release() of an older one of the same owner changes nothing",
    class extends PlainStore {
      override async release(lease: Lease): Promise<void> {
        const held = this.live(lease.thread);
        await super.release(held?.owner === lease.owner ? held : lease);
      }
    },
  ),
  fault(
    "LEASE_HELD without an owner",
    "LEASE_HELD tells who has it and until when",
    class extends PlainStore {
      override refusal(): Error {
        return new TraceStoreError("LEASE_HELD", "Somebody has it");
      }
    },
  ),
  fault(
    "a lease lasts a moment longer",
    "it is over at its end, and not before",
    class extends PlainStore {
      override isOver({ expiresAt }: Lease): boolean {
        return Date.parse(expiresAt) < this.clock.now();
      }
    },
  ),
  fault(
    "the end that the caller tells is believed",
    "what the caller says of its end counts for nothing",
    class extends PlainStore {
      override checkLease(thread: string, lease: Lease | undefined): void {
        if (lease === undefined) return;
        const isOwn = lease.thread === thread && this.held.get(thread)?.token === lease.token;
        if (!isOwn || this.isOver(lease)) throw leaseExpired(lease);
      }
      override async renew(lease: Lease, ttlMs: number): Promise<Lease> {
        super.checkLease(lease.thread, lease);
        return await super.renew(this.live(lease.thread)!, ttlMs);
      }
    },
  ),
  fault(
    "lease() gives what is kept",
    "a change to what is given changes nothing",
    class extends PlainStore {
      override async lease(thread: string): Promise<Lease | undefined> {
        const lease = await super.lease(thread);
        return lease === undefined ? undefined : this.held.get(thread);
      }
    },
  ),
  fault(
    "an append makes its lease longer",
    "appends under it do not make it longer",
    class extends PlainStore {
      override async append(thread: string, batch: readonly DraftEvent[], options?: AppendOptions) {
        const given = await super.append(thread, batch, options);
        const { lease, expected } = options ?? {};
        const held = this.live(thread);
        if (lease !== undefined && held !== undefined && expected === undefined) {
          const laterMs = Date.parse(held.expiresAt) + 1;
          this.hold({ ...held, expiresAt: new Date(laterMs).toISOString() });
        }
        return given;
      }
    },
  ),
  fault(
    "the first event of a thread drops the lease",
    "one taken before the first event lasts over it",
    class extends PlainStore {
      override bear(thread: string, next: NextSeqs): Life {
        if (this.held.size === 1) this.#born.add(thread);
        return super.bear(thread, next);
      }
      readonly #born: Set<string> = new Set();
      override checkExpected(thread: string, expected: number | undefined, life?: Life): void {
        super.checkExpected(thread, expected, life);
        if (expected === 0 && life === undefined) this.held.delete(thread);
      }
    },
  ),
  fault(
    "a load leaves the lease",
    "a load drops it",
    class extends PlainStore {
      override async load(thread: string, log: Log): Promise<void> {
        const held = this.held.get(thread);
        await super.load(thread, log);
        if (held !== undefined) this.held.set(thread, held);
      }
    },
  ),
  fault(
    "a lease without a time lasts for ever",
    "a time that is not positive is refused",
    class extends PlainStore {
      override async acquire(thread: string, owner: string, ttlMs: number): Promise<Lease> {
        const isTime = Number.isFinite(ttlMs) && ttlMs > 0;
        return await super.acquire(thread, owner, isTime ? ttlMs : 1e12);
      }
    },
  ),
];
