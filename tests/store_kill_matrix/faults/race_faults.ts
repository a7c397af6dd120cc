import { leaseExpired } from "../../../src/store/refusals.ts";
import type { NextSeqs, SealedBatch } from "../../../src/store/seal.ts";
import { tokenOf } from "../../../src/store/token.ts";
import type { DraftEvent, Entry } from "../../../src/store/trace_event.ts";
import type { AppendOptions, Lease } from "../../../src/store/trace_store.ts";
import type { Fault } from "../fault.ts";
import { faultsOf, turns } from "../fault.ts";
import { type Life, PlainStore } from "../plain_store.ts";
import type { Log } from "../plain_store.ts";

const fault = faultsOf("race");

type Batch = readonly DraftEvent[];

/** Faults that show only when calls come at once. */
export const RACE_FAULTS: readonly Fault[] = [
  fault(
    "the first event is checked, then made",
    "of eight first appends at position 0 one lands",
    class extends PlainStore {
      override between(step: "lease" | "position", { expected }: AppendOptions) {
        return step === "position" && expected === 0 ? Promise.resolve() : undefined;
      }
    },
  ),
  fault(
    "a position is checked, then written",
    "of eight appends at one position one lands",
    class extends PlainStore {
      override between(step: "lease" | "position", { expected = 0 }: AppendOptions) {
        return step === "position" && expected > 0 ? Promise.resolve() : undefined;
      }
    },
  ),
  fault(
    "the log is read, changed and written back",
    "twelve appends at once all land, each unbroken",
    class extends PlainStore {
      override async append(thread: string, batch: Batch, options: AppendOptions = {}) {
        if (options.expected !== undefined || batch.length !== 3) {
          return await super.append(thread, batch, options);
        }
        const before = [...this.life(thread)?.kept ?? []];
        await undefined;
        const given = await super.append(thread, batch, options);
        const kept = this.life(thread)?.kept ?? [];
        kept.splice(0, kept.length, ...before, ...kept.slice(-batch.length));
        return given;
      }
    },
  ),
  fault(
    "a batch is written event by event",
    "twelve appends at once all land, each unbroken",
    class extends PlainStore {
      override async append(thread: string, batch: Batch, options: AppendOptions = {}) {
        const isFree = options.expected === undefined && options.lease === undefined;
        if (!isFree || batch.length !== 3 || batch[1]?.stream !== "b") {
          return await super.append(thread, batch, options);
        }
        const given: Entry[] = [];
        for (const event of batch) given.push(...await super.append(thread, [event]));
        return given;
      }
    },
  ),
  fault(
    "parts of a large batch are written before the check",
    "large batches at one position stay whole",
    class extends PlainStore {
      override async append(thread: string, batch: Batch, options: AppendOptions = {}) {
        const { expected } = options;
        const last = this.life(thread)?.kept.length ?? 0;
        if (batch.length < 32 || expected === undefined) {
          return await super.append(thread, batch, options);
        }
        const { sealed } = this.seal(batch, new Map([["a", expected]]), new Date(0).toISOString());
        if (last > expected) {
          const kept = this.life(thread)?.kept ?? [];
          for (let at = 32; at < sealed.length; at++) kept[expected + at] = this.keep(sealed[at]!);
        }
        return await super.append(thread, batch, options);
      }
    },
  ),
  fault(
    "a conflict of free appends counts as landed",
    "what is acknowledged is in the log, where it was said to be",
    class extends PlainStore {
      #writing = 0;
      override async append(thread: string, batch: Batch, options: AppendOptions = {}) {
        const isFree = options.expected === undefined && options.lease === undefined;
        if (!isFree || batch.length !== 2) return await super.append(thread, batch, options);
        this.#writing++;
        await undefined;
        const isLost = --this.#writing > 5;
        const given = await super.append(thread, batch, options);
        if (isLost) this.life(thread)?.kept.splice(-batch.length);
        return given;
      }
    },
  ),
  fault(
    "a batch shows before it is whole",
    "a reader beside writers sees whole batches without holes",
    class extends PlainStore {
      override async append(thread: string, batch: Batch, options: AppendOptions = {}) {
        const isFree = options.expected === undefined && options.lease === undefined;
        if (!isFree || batch.length !== 5 || this.life(thread) === undefined) {
          return await super.append(thread, batch, options);
        }
        const last = this.#last;
        let done = (): void => {};
        this.#last = new Promise((resolve) => done = resolve);
        await last;
        const first = await super.append(thread, batch.slice(0, 2));
        await turns(4);
        const rest = await super.append(thread, batch.slice(2));
        done();
        return [...first, ...rest];
      }
      #last: Promise<void> = Promise.resolve();
    },
  ),
  fault(
    "an append brings a deleted thread back",
    "an append and a delete at once leave no half of a thread",
    class extends PlainStore {
      override async append(thread: string, batch: Batch, options: AppendOptions = {}) {
        this.#isThere = this.life(thread) !== undefined;
        return await super.append(thread, batch, options);
      }
      #isThere = false;
      override between(step: "lease" | "position", { expected, lease }: AppendOptions) {
        const isFree = expected === undefined && lease === undefined;
        return step === "position" && isFree && this.#isThere ? turns(1) : undefined;
      }
      override land(thread: string, life: Life | undefined, batch: SealedBatch): readonly Entry[] {
        if (life?.ended && this.life(thread) === undefined) this.lives.set(thread, life);
        const isNew = life === undefined && this.life(thread) !== undefined;
        if (!isNew) return super.land(thread, life, batch);
        const now = this.life(thread)!;
        const drafts = batch.sealed.map(({ type, stream, payload }) => ({ type, stream, payload }));
        const ts = batch.sealed[0]?.ts ?? "";
        return super.land(thread, now, this.seal(drafts, now.next, ts));
      }
    },
  ),
  fault(
    "a deleted thread is written to by a late owner",
    "a delete during an append under a lease lets nothing come back",
    class extends PlainStore {
      override between(step: "lease" | "position", { lease }: AppendOptions) {
        return step === "lease" && lease !== undefined ? turns(1) : undefined;
      }
    },
  ),
  fault(
    "a load ends the thread, then writes the new one",
    "a load and an append at once do not mix",
    class extends PlainStore {
      override async load(thread: string, log: Log): Promise<void> {
        const { events, next } = await this.checkLog(log);
        this.checkName(thread, "thread");
        this.end(thread);
        await turns(3);
        if (events.length === 0) return;
        const life = this.life(thread) ?? this.bear(thread, next);
        for (const event of events) life.kept.push(this.keep(event));
        life.next = next;
      }
      override async append(thread: string, batch: Batch, options: AppendOptions = {}) {
        if (options.expected === undefined && this.life(thread) !== undefined) await turns(1);
        return await super.append(thread, batch, options);
      }
    },
  ),
  fault(
    "the count of tokens is read, then written",
    "leases taken at once by one owner have different tokens",
    class extends PlainStore {
      override async acquire(thread: string, owner: string, ttlMs: number): Promise<Lease> {
        if (this.live(thread)?.owner !== owner) return await super.acquire(thread, owner, ttlMs);
        const count = this.counters.tokens + 1;
        await undefined;
        this.counters.tokens = count;
        return this.hold({ thread, owner, token: tokenOf(count), expiresAt: this.until(ttlMs) });
      }
    },
  ),
  fault(
    "the count of births is read, then written",
    "threads made at once are listed once each, in one order",
    class extends PlainStore {
      #births = 0;
      readonly #born: Map<Life, number> = new Map();
      override bear(thread: string, next: NextSeqs): Life {
        const life = super.bear(thread, next);
        const birth = this.#births + 1;
        this.#born.set(life, birth);
        queueMicrotask(() => this.#births = Math.max(this.#births, birth));
        return life;
      }
      override newest(): Life[] {
        const births = new Map<number, Life>();
        for (const life of super.newest()) births.set(this.#born.get(life)!, life);
        return [...births.values()];
      }
    },
  ),
  fault(
    "the lease is checked, and the write comes later",
    "what a new owner reads is final for all owners before",
    class extends PlainStore {
      override async append(thread: string, batch: Batch, options: AppendOptions = {}) {
        const { lease, expected } = options;
        if (lease === undefined || expected !== undefined) {
          return await super.append(thread, batch, options);
        }
        this.checkName(thread, "thread");
        this.checkLease(thread, lease);
        await turns(12);
        // A deleted thread is noticed, a lease that is over is not.
        if (this.held.get(thread) === undefined) throw leaseExpired(lease);
        return await super.append(thread, batch);
      }
    },
  ),
];
