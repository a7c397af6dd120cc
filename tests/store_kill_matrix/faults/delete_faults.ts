import { leaseExpired, streamMoved } from "../../../src/store/refusals.ts";
import type { NextSeqs } from "../../../src/store/seal.ts";
import type { Lease } from "../../../src/store/trace_store.ts";
import type { Fault } from "../fault.ts";
import { faultsOf } from "../fault.ts";
import { type Life, PlainStore } from "../plain_store.ts";
import type { Log } from "../plain_store.ts";

const fault = faultsOf("delete");

/** Faults of deleting. */
export const DELETE_FAULTS: readonly Fault[] = [
  fault(
    "positions go on after a delete",
    "test_delete_removes_the_thread",
    class extends PlainStore {
      readonly #lasts: Map<string, number> = new Map();
      override end(thread: string): void {
        this.#lasts.set(thread, this.life(thread)?.kept.length ?? 0);
        super.end(thread);
      }
      override entries(life: Life, after: number, until: number) {
        const last = this.#lasts.get(life.thread) ?? 0;
        return super.entries(life, after, until)
          .map((entry) => ({ ...entry, position: entry.position + last }));
      }
    },
  ),
  fault(
    "a delete of an unknown thread throws",
    "test_delete_of_an_unknown_thread_is_a_noop",
    class extends PlainStore {
      override async delete(thread: string): Promise<void> {
        if (this.lives.size === 0 && this.held.size === 0) throw new Error("No such thread");
        await super.delete(thread);
      }
    },
  ),
  fault(
    "a thread is made before its position is checked",
    "test_a_stale_expectation_on_a_missing_thread_creates_nothing",
    class extends PlainStore {
      override checkExpected(thread: string, expected: number | undefined, life?: Life): void {
        if (expected === undefined || life !== undefined) {
          super.checkExpected(thread, expected, life);
        }
      }
    },
  ),
  fault(
    "a second delete throws",
    "a second time does nothing",
    class extends PlainStore {
      readonly #dead: Set<string> = new Set();
      override async delete(thread: string): Promise<void> {
        if (this.#dead.has(thread) && this.life(thread) === undefined) {
          throw new Error("It is deleted");
        }
        await super.delete(thread);
        this.#dead.add(thread);
      }
    },
  ),
  fault(
    "a lease is only checked where there is a thread",
    "a late append of the old owner brings nothing back",
    class extends PlainStore {
      override checkLease(thread: string, lease: Lease | undefined): void {
        const isKnown = this.life(thread) !== undefined || this.held.has(thread);
        if (isKnown || this.lives.size > 0 || !this.#dead.has(thread)) {
          super.checkLease(thread, lease);
        }
      }
      readonly #dead: Set<string> = new Set();
      override async delete(thread: string): Promise<void> {
        if (this.life(thread) !== undefined) this.#dead.add(thread);
        await super.delete(thread);
      }
      override renew(lease: Lease, ttlMs: number): Promise<Lease> {
        if (this.live(lease.thread) === undefined) return Promise.reject(leaseExpired(lease));
        return super.renew(lease, ttlMs);
      }
    },
  ),
  fault(
    "positions are checked against the deleted thread",
    "the old position is stale afterwards",
    class extends PlainStore {
      readonly #lasts: Map<string, number> = new Map();
      override end(thread: string): void {
        this.#lasts.set(thread, this.life(thread)?.kept.length ?? 0);
        super.end(thread);
      }
      override checkExpected(thread: string, expected: number | undefined, life?: Life): void {
        if (life === undefined && expected !== 0 && expected === this.#lasts.get(thread)) return;
        super.checkExpected(thread, expected, life);
      }
    },
  ),
  fault(
    "streams of the deleted thread that are used later count on",
    "every stream begins anew",
    class extends PlainStore {
      readonly #left: Map<string, NextSeqs> = new Map();
      override end(thread: string): void {
        const next = this.life(thread)?.next;
        if (next !== undefined) this.#left.set(thread, next);
        super.end(thread);
      }
      override async load(thread: string, log: Log): Promise<void> {
        await super.load(thread, log);
        this.#left.delete(thread);
      }
      override seal(batch: never, next: NextSeqs, ts: string) {
        const left = next.size === 0 ? undefined : this.#left.get("t");
        const merged = new Map([...left ?? [], ...next]);
        return super.seal(batch, merged, ts);
      }
    },
  ),
  fault(
    "a delete takes all ids that begin alike",
    "a thread whose id begins alike stays",
    class extends PlainStore {
      override end(thread: string): void {
        for (const id of [...this.lives.keys()]) {
          if (id.startsWith(thread) && id !== thread) super.end(id);
        }
        super.end(thread);
      }
    },
  ),
  fault(
    "a percent sign deletes everything alike",
    "a thread whose id begins alike stays",
    class extends PlainStore {
      override end(thread: string): void {
        const start = thread.endsWith("%") ? thread.slice(0, -1) : undefined;
        for (const id of [...this.lives.keys()]) {
          if (start !== undefined && id.startsWith(start)) super.end(id);
        }
        super.end(thread);
      }
    },
  ),
  fault(
    "a thread made anew is not found by readers backwards",
    "a thread made anew is there at once, in place of the old",
    class extends PlainStore {
      readonly #old: Map<string, Life> = new Map();
      override end(thread: string): void {
        const life = this.life(thread);
        if (life !== undefined && life.kept.length > 300) this.#old.set(thread, life);
        super.end(thread);
      }
      override pagesBackwards(thread: string) {
        const old = this.#old.get(thread);
        const now = this.life(thread);
        const isStale = old !== undefined && now !== undefined && now.kept.length < 10;
        if (!isStale) return super.pagesBackwards(thread);
        this.lives.set(thread, old);
        const page = super.pagesBackwards(thread);
        this.lives.set(thread, now);
        return page;
      }
    },
  ),
  fault(
    "a conflict is an error of the driver",
    "test_a_stale_expectation_on_a_missing_thread_creates_nothing",
    class extends PlainStore {
      override checkExpected(thread: string, expected: number | undefined, life?: Life): void {
        const last = life?.kept.length ?? 0;
        if (expected === undefined || expected === last) return;
        throw Object.assign(new Error("duplicate key value"), {
          code: "23505",
          cause: streamMoved(thread, expected, last),
        });
      }
    },
  ),
];
