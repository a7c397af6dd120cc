import type { Clock } from "../../src/clock.ts";
import { checkLimit, checkPosition, checkTtl } from "../../src/store/check_arguments.ts";
import { checkLog } from "../../src/store/check_log.ts";
import { checkName } from "../../src/store/check_name.ts";
import { EntryIterator } from "../../src/store/entry_iterator.ts";
import type { EntryPage, Hint } from "../../src/store/entry_iterator.ts";
import { leaseExpired, leaseHeld, streamMoved } from "../../src/store/refusals.ts";
import { seal } from "../../src/store/seal.ts";
import type { NextSeqs, SealedBatch } from "../../src/store/seal.ts";
import { timeText } from "../../src/store/time_text.ts";
import { tokenOf } from "../../src/store/token.ts";
import type { DraftEvent, Entry, SealedEvent } from "../../src/store/trace_event.ts";
import type {
  AppendOptions,
  Lease,
  ReadOptions,
  ThreadsOptions,
  ThreadSummary,
  TraceStore,
} from "../../src/store/trace_store.ts";
import { Wakers } from "../../src/store/wakers.ts";

/** One life of a thread. */
export interface Life {
  readonly thread: string;
  readonly kept: unknown[];
  next: NextSeqs;
  ended: boolean;
  /** The time of its first event. */
  readonly born: number;
}

/** The page of a thread that is not there. */
export const NONE: EntryPage = { entries: [], whole: true, over: true };

/** A log to load: what `load()` takes. */
export type Log = Iterable<SealedEvent> | AsyncIterable<SealedEvent>;

/**
 * A store in memory made of small steps, each of which a fault can replace. As it is, it keeps the whole contract, which
 * the matrix checks too.
 */
export class PlainStore implements TraceStore {
  readonly lives: Map<string, Life> = new Map();
  readonly held: Map<string, Lease> = new Map();
  readonly wakers: Wakers = new Wakers();
  readonly clock: Clock;
  pageSize = 256;
  /** In an object, so that a second handle can share it. */
  readonly counters: { tokens: number } = { tokens: 0 };

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** What the thread is kept under. */
  key(thread: string): string {
    return thread;
  }

  /** What the lease of a thread is kept under. */
  leaseKey(thread: string): string {
    return thread;
  }

  life(thread: string): Life | undefined {
    return this.lives.get(this.key(thread));
  }

  /** What an event becomes to be kept. */
  keep(event: SealedEvent): unknown {
    return JSON.stringify(event);
  }

  /** What is given of what was kept. */
  give(kept: unknown): SealedEvent {
    return JSON.parse(kept as string);
  }

  seal(batch: readonly DraftEvent[], next: NextSeqs, ts: string): SealedBatch {
    return seal(batch, next, ts);
  }

  /** Something between two steps of an append; nothing, if the steps are one. */
  between(_step: "lease" | "position", _options: AppendOptions): Promise<void> | undefined {
    return undefined;
  }

  checkName(name: string, what: string): void {
    checkName(name, what);
  }

  async append(
    thread: string,
    batch: readonly DraftEvent[],
    options: AppendOptions = {},
  ): Promise<readonly Entry[]> {
    options.signal?.throwIfAborted();
    this.checkName(thread, "thread");
    checkPosition("expected", options.expected);
    this.checkLease(thread, options.lease);
    const afterLease = this.between("lease", options);
    if (afterLease !== undefined) await afterLease;
    const life = this.life(thread);
    this.checkExpected(thread, options.expected, life);
    const afterPosition = this.between("position", options);
    if (afterPosition !== undefined) await afterPosition;
    const ts = timeText(this.clock.now());
    return this.land(thread, life, this.seal(batch, life?.next ?? new Map(), ts));
  }

  checkLease(thread: string, lease: Lease | undefined): void {
    if (lease === undefined) return;
    if (lease.thread !== thread || this.live(thread)?.token !== lease.token) {
      throw leaseExpired(lease);
    }
  }

  checkExpected(thread: string, expected: number | undefined, life: Life | undefined): void {
    const last = life?.kept.length ?? 0;
    if (expected !== undefined && expected !== last) throw streamMoved(thread, expected, last);
  }

  land(thread: string, life: Life | undefined, { sealed, next }: SealedBatch): readonly Entry[] {
    if (sealed.length === 0) return [];
    const target = life ?? this.bear(thread, next);
    const from = target.kept.length;
    for (const event of sealed) target.kept.push(this.keep(event));
    target.next = next;
    this.wakers.wake(this.key(thread));
    return this.entries(target, from, from + sealed.length);
  }

  bear(thread: string, next: NextSeqs): Life {
    const life: Life = { thread, kept: [], next, ended: false, born: this.clock.now() };
    this.lives.set(this.key(thread), life);
    return life;
  }

  /** The entries after a position until another, included. */
  entries(life: Life, after: number, until: number): Entry[] {
    return life.kept.slice(after, until)
      .map((kept, at) => ({ position: after + at + 1, event: this.give(kept) }));
  }

  arm(thread: string): Hint {
    return this.wakers.arm(this.key(thread));
  }

  read(thread: string, options: ReadOptions = {}): AsyncIterableIterator<Entry> {
    this.checkName(thread, "thread");
    checkPosition("after", options.after);
    const { follow = false, signal } = options;
    const page = this.pages(thread, options);
    return new EntryIterator({ page, arm: () => this.arm(thread) }, { thread, follow, signal });
  }

  /** Gives the pages of a reading, one after another. */
  pages(thread: string, { after = 0 }: ReadOptions): () => Promise<EntryPage> {
    let life: Life | undefined;
    let position = after;
    let last: number | undefined;
    return () => {
      life ??= this.life(thread);
      if (life === undefined) return Promise.resolve(NONE);
      last ??= life.kept.length;
      const entries = this.entries(life, position, position + this.pageSize);
      position += entries.length;
      return Promise.resolve({ entries, whole: position >= last, over: life.ended });
    };
  }

  readBackwards(
    thread: string,
    { signal }: Pick<ReadOptions, "signal"> = {},
  ): AsyncIterableIterator<Entry> {
    this.checkName(thread, "thread");
    const page = this.pagesBackwards(thread);
    return new EntryIterator({ page, arm: () => this.arm(thread) }, {
      thread,
      follow: false,
      signal,
    });
  }

  pagesBackwards(thread: string): () => Promise<EntryPage> {
    const life = this.life(thread);
    let before = life?.kept.length ?? 0;
    return () => {
      const from = Math.max(0, before - this.pageSize);
      const entries = life === undefined ? [] : this.entries(life, from, before).reverse();
      before = from;
      return Promise.resolve({ entries, whole: from === 0, over: from === 0 });
    };
  }

  // deno-lint-ignore require-await -- what it throws must be a rejection
  async delete(thread: string): Promise<void> {
    this.checkName(thread, "thread");
    this.end(thread);
  }

  end(thread: string): void {
    const life = this.life(thread);
    if (life !== undefined) life.ended = true;
    this.lives.delete(this.key(thread));
    this.dropLease(thread);
    this.wakers.wake(this.key(thread));
  }

  dropLease(thread: string): void {
    this.held.delete(this.leaseKey(thread));
  }

  async load(thread: string, log: Log): Promise<void> {
    this.checkName(thread, "thread");
    const { events, next } = await this.checkLog(log);
    this.end(thread);
    if (events.length === 0) return;
    const life = this.bear(thread, next);
    for (const event of events) life.kept.push(this.keep(event));
  }

  checkLog(
    log: Log,
  ): Promise<{ readonly events: readonly SealedEvent[]; readonly next: NextSeqs }> {
    return checkLog(log);
  }

  /** All threads, newest first. */
  newest(): Life[] {
    return [...this.lives.values()].reverse();
  }

  // deno-lint-ignore require-await -- what it throws must be a rejection
  async threads(options: ThreadsOptions = {}): Promise<readonly ThreadSummary[]> {
    const { before, limit = 100 } = options;
    checkLimit(limit);
    const newest = this.newest();
    const start = before === undefined ? 0 : this.startAfter(before, newest);
    if (start === undefined) return [];
    return newest.slice(start, start + limit).map((life) => this.summary(life));
  }

  startAfter(before: string, newest: readonly Life[]): number | undefined {
    const index = newest.findIndex(({ thread }) => thread === before);
    return index < 0 ? undefined : index + 1;
  }

  summary(life: Life): ThreadSummary {
    return { thread: life.thread, first: this.entries(life, 0, 1)[0]! };
  }

  // deno-lint-ignore require-await -- what it throws must be a rejection
  async acquire(thread: string, owner: string, ttlMs: number): Promise<Lease> {
    this.checkName(thread, "thread");
    this.checkName(owner, "owner");
    checkTtl(ttlMs);
    const held = this.live(thread);
    if (held !== undefined && held.owner !== owner) throw this.refusal(held);
    return this.hold({ thread, owner, token: this.token(thread), expiresAt: this.until(ttlMs) });
  }

  refusal(held: Lease): Error {
    return leaseHeld(held);
  }

  token(_thread: string): string {
    return tokenOf(++this.counters.tokens);
  }

  until(ttlMs: number): string {
    return timeText(this.clock.now() + ttlMs);
  }

  hold(lease: Lease): Lease {
    this.held.set(this.leaseKey(lease.thread), lease);
    return { ...lease };
  }

  live(thread: string): Lease | undefined {
    const lease = this.held.get(this.leaseKey(thread));
    return lease === undefined || this.isOver(lease) ? undefined : { ...lease };
  }

  isOver({ expiresAt }: Lease): boolean {
    return Date.parse(expiresAt) <= this.clock.now();
  }

  // deno-lint-ignore require-await -- what it throws must be a rejection
  async renew(lease: Lease, ttlMs: number): Promise<Lease> {
    checkTtl(ttlMs);
    this.checkLease(lease.thread, lease);
    return this.hold({ ...this.live(lease.thread)!, expiresAt: this.until(ttlMs) });
  }

  // deno-lint-ignore require-await -- what it throws must be a rejection
  async release({ thread, token }: Lease): Promise<void> {
    if (this.held.get(this.leaseKey(thread))?.token === token) {
      this.held.delete(this.leaseKey(thread));
    }
  }

  // deno-lint-ignore require-await -- what it throws must be a rejection
  async lease(thread: string): Promise<Lease | undefined> {
    this.checkName(thread, "thread");
    return this.live(thread);
  }
}
