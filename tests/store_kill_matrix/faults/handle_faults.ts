import type { EntryPage, Hint } from "../../../src/store/entry_iterator.ts";
import { leaseExpired } from "../../../src/store/refusals.ts";
import type { NextSeqs, SealedBatch } from "../../../src/store/seal.ts";
import { tokenOf } from "../../../src/store/token.ts";
import type { DraftEvent, Entry, SealedEvent } from "../../../src/store/trace_event.ts";
import type { AppendOptions, Lease, ReadOptions } from "../../../src/store/trace_store.ts";
import type { ManualClock } from "../../../src/testing/manual_clock.ts";
import type { Fault, FaultyStore } from "../fault.ts";
import { share, turns } from "../fault.ts";
import { type Life, NONE, PlainStore } from "../plain_store.ts";
import type { Log } from "../plain_store.ts";

/** A store that is sound but for what is left of it after a reopening. */
function reopened(
  name: string,
  killedBy: string,
  change: (store: PlainStore) => PlainStore | void,
  Store: FaultyStore = PlainStore,
): Fault {
  return {
    name: `durable: ${name}`,
    killedBy: `durable: ${killedBy}`,
    open(clock) {
      const store = new Store(clock);
      const reopen = () => change(store) ?? store;
      return { store, reopen, peer: () => store, advance: (ms) => clock.advance(ms) };
    },
  };
}

/** A store whose second handle has a fault. */
function peers(
  name: string,
  killedBy: string,
  Peer: FaultyStore,
  Store: FaultyStore = PlainStore,
): Fault {
  return {
    name: `peer: ${name}`,
    killedBy: `peer: ${killedBy}`,
    open(clock: ManualClock) {
      const store = new Store(clock);
      const peer = share(new Peer(clock), store);
      return { store, peer: () => peer, reopen: () => store, advance: (ms) => clock.advance(ms) };
    },
  };
}

/** Faults of what lasts over a reopening. */
export const DURABLE_FAULTS: readonly Fault[] = [
  reopened("times are kept in seconds", "a log is as it was", ({ lives }) => {
    for (const { kept } of lives.values()) {
      kept.forEach((text, at) => kept[at] = String(text).replace(/\.\d{3}Z"/, '.999Z"'));
    }
  }),
  reopened("counts of streams are not kept", "positions and seqs go on", ({ lives }) => {
    for (const life of lives.values()) life.next = new Map();
  }),
  reopened("leases are not kept", "a lease still holds", ({ held }) => held.clear()),
  reopened("the count of tokens is not kept", "tokens still grow", ({ counters }) => {
    counters.tokens = 0;
  }),
  reopened(
    "a delete is not kept",
    "deleted threads stay deleted",
    (store) => (store as Undeleting).undelete(),
    class Undeleting extends PlainStore {
      readonly dead: Life[] = [];
      override async delete(thread: string): Promise<void> {
        const life = this.life(thread);
        await super.delete(thread);
        if (life !== undefined) this.dead.push(life);
      }
      undelete(): void {
        for (const life of this.dead) this.lives.set(life.thread, life);
      }
    },
  ),
  reopened(
    "threads are found by their ids",
    "threads stay in the order of their births",
    ({ lives }) => {
      const sorted = [...lives].sort(([a], [b]) => a < b ? -1 : 1);
      lives.clear();
      for (const [id, life] of sorted) lives.set(id, life);
    },
  ),
  reopened(
    "a loaded log is kept in memory only",
    "a loaded log is there",
    (store) => (store as Forgetful).forget(),
    class Forgetful extends PlainStore {
      readonly loaded: string[] = [];
      override async load(thread: string, log: Log): Promise<void> {
        await super.load(thread, log);
        this.loaded.push(thread);
      }
      forget(): void {
        for (const thread of this.loaded) this.lives.delete(thread);
      }
    },
  ),
];

interface Undeleting extends PlainStore {
  undelete(): void;
}

interface Forgetful extends PlainStore {
  forget(): void;
}

/** Faults between two handles. */
export const PEER_FAULTS: readonly Fault[] = [
  peers(
    "a handle reads what it read before",
    "what one lands the other reads at once",
    class extends PlainStore {
      readonly #known: Map<string, number> = new Map();
      override pages(thread: string, options: ReadOptions): () => Promise<EntryPage> {
        if (options.follow) return super.pages(thread, options);
        const now = this.life(thread)?.kept.length ?? 0;
        const known = this.#known.get(thread) ?? now;
        this.#known.set(thread, known);
        const life = this.life(thread);
        const entries = life === undefined ? [] : this.entries(life, options.after ?? 0, known);
        let given = 0;
        return () => Promise.resolve(given++ === 0 ? { ...NONE, entries } : NONE);
      }
    },
  ),
  peers(
    "each handle counts streams by itself",
    "seqs go on whoever appends",
    class extends PlainStore {
      readonly #own: Map<string, NextSeqs> = new Map();
      override seal(batch: readonly DraftEvent[], _: NextSeqs, ts: string): SealedBatch {
        const result = super.seal(batch, this.#own.get("t") ?? new Map(), ts);
        this.#own.set("t", result.next);
        return result;
      }
    },
  ),
  peers(
    "a handle is not told of the other's appends",
    "a follower hears of appends through the other",
    class extends PlainStore {
      override arm(): Hint {
        return { woken: new Promise(() => {}), disarm() {} };
      }
    },
  ),
  peers(
    "a handle tells the end of a thread by its id",
    "a follower ends at a delete through the other",
    class extends PlainStore {
      override pages(thread: string, options: ReadOptions): () => Promise<EntryPage> {
        const page = super.pages(thread, options);
        return async () => {
          await turns(1);
          return { ...await page(), over: this.life(thread) === undefined };
        };
      }
    },
  ),
  peers(
    "a handle does not see that a thread was replaced",
    "a follower ends at a load through the other",
    class extends PlainStore {
      override pages(thread: string, options: ReadOptions): () => Promise<EntryPage> {
        const page = super.pages(thread, options);
        return async () => {
          const found = await page();
          const now = this.life(thread);
          const isLoaded = now !== undefined && this.give(now.kept[0]).ts.startsWith("2026-01-02");
          return { ...found, over: found.over && !isLoaded };
        };
      }
    },
  ),
  peers(
    "a handle checks positions by what it knows",
    "of eight appends at one position through both one lands",
    class extends PlainStore {
      override checkExpected(thread: string, expected: number | undefined, life?: Life): void {
        const isFirst = expected === 0 && !this.#written.has(thread);
        if (!isFirst) super.checkExpected(thread, expected, life);
        this.#written.add(thread);
      }
      readonly #written: Set<string> = new Set();
    },
  ),
  peers(
    "a handle throws that the database is locked",
    "appends through both at once all land, and nothing else is thrown",
    class extends PlainStore {
      #writing = 0;
      override async append(
        thread: string,
        batch: readonly DraftEvent[],
        options?: AppendOptions,
      ): Promise<readonly Entry[]> {
        if (++this.#writing > 4) throw new Error("database is locked");
        await undefined;
        this.#writing--;
        return await super.append(thread, batch, options);
      }
    },
  ),
  peers(
    "a handle knows its own leases only",
    "a lease holds against owners of the other",
    class extends PlainStore {
      readonly #own: Set<string> = new Set();
      override hold(lease: Lease): Lease {
        this.#own.add(lease.token);
        return super.hold(lease);
      }
      override live(thread: string): Lease | undefined {
        const lease = super.live(thread);
        return lease !== undefined && this.#own.has(lease.token) ? lease : undefined;
      }
    },
  ),
  peers(
    "a handle looks, then takes a lease",
    "of owners of both at once one gets the lease",
    class extends PlainStore {
      override async acquire(thread: string, owner: string, ttlMs: number): Promise<Lease> {
        const held = this.live(thread);
        await undefined;
        if (held === undefined) this.held.delete(thread);
        return await super.acquire(thread, owner, ttlMs);
      }
    },
  ),
  peers(
    "a handle counts tokens by itself",
    "a lease holds against owners of the other",
    class extends PlainStore {
      #count = 0;
      override token(): string {
        return tokenOf(++this.#count);
      }
    },
  ),
  peers(
    "a handle lists its own threads first",
    "threads are in one order, whoever made them",
    class extends PlainStore {
      readonly #own: Set<string> = new Set();
      override bear(thread: string, next: NextSeqs): Life {
        this.#own.add(thread);
        return super.bear(thread, next);
      }
      override newest(): Life[] {
        const rank = ({ thread }: Life) => this.#own.has(thread) ? 0 : 1;
        return super.newest().sort((a, b) => rank(a) - rank(b));
      }
    },
  ),
  peers(
    "a handle checks leases by what it gave itself",
    "what a new owner of the other reads is final for all owners before",
    PlainStore,
    class extends PlainStore {
      readonly #given: Map<string, Lease> = new Map();
      override hold(lease: Lease): Lease {
        this.#given.set(lease.thread, lease);
        return super.hold(lease);
      }
      override async append(
        thread: string,
        batch: readonly DraftEvent[],
        options: AppendOptions = {},
      ): Promise<readonly Entry[]> {
        const { lease, expected } = options;
        if (lease === undefined || expected !== undefined) {
          return await super.append(thread, batch, options);
        }
        this.checkName(thread, "thread");
        this.checkLease(thread, lease);
        await turns(12);
        const isKnown = this.#given.get(thread)?.token === lease.token;
        if (!isKnown || !this.held.has(thread)) throw leaseExpired(lease);
        return await super.append(thread, batch);
      }
    },
  ),
  peers(
    "a handle gives payloads as the driver does",
    "what one lands the other reads at once",
    class extends PlainStore {
      override give(kept: unknown): SealedEvent {
        const event = super.give(kept);
        return typeof event.payload === "number"
          ? { ...event, payload: String(event.payload) }
          : event;
      }
    },
  ),
];
