import { leaseExpired } from "../../../src/store/refusals.ts";
import { TraceStoreError } from "../../../src/store/trace_store_error.ts";
import type { NextSeqs, SealedBatch } from "../../../src/store/seal.ts";
import type { DraftEvent, Entry } from "../../../src/store/trace_event.ts";
import type { AppendOptions, Lease } from "../../../src/store/trace_store.ts";
import type { Fault } from "../fault.ts";
import { changed, faultsOf } from "../fault.ts";
import { type Life, PlainStore } from "../plain_store.ts";

const fault = faultsOf("append");

type Batch = readonly DraftEvent[];

/** Faults of appending. */
export const APPEND_FAULTS: readonly Fault[] = [
  fault(
    "a time for each event",
    "test_append_seals_exactly_as_the_sealing_rule_says",
    class extends PlainStore {
      override seal(batch: Batch, next: NextSeqs, ts: string): SealedBatch {
        const result = super.seal(batch, next, ts);
        const sealed = result.sealed.map((event, at) => ({
          ...event,
          ts: new Date(Date.parse(ts) + at).toISOString(),
        }));
        return { ...result, sealed };
      }
    },
  ),
  fault(
    "seqs begin at 1",
    "test_append_seals_with_seq_and_ts",
    class extends PlainStore {
      override seal(batch: Batch, next: NextSeqs, ts: string): SealedBatch {
        const from1 = new Map(batch.map(({ stream }) => [stream, next.get(stream) ?? 1]));
        return super.seal(batch, new Map([...next, ...from1]), ts);
      }
    },
  ),
  fault(
    "each append counts anew",
    "test_seq_continues_across_appends",
    class extends PlainStore {
      override seal(batch: Batch, _: NextSeqs, ts: string): SealedBatch {
        return super.seal(batch, new Map(), ts);
      }
    },
  ),
  fault(
    "one count for all streams",
    "test_seq_is_per_stream",
    class extends PlainStore {
      override seal(batch: Batch, next: NextSeqs, ts: string): SealedBatch {
        const from = next.get("all") ?? 0;
        const sealed = super.seal(batch, new Map(), ts).sealed
          .map((event, at) => ({ ...event, seq: from + at }));
        return { sealed, next: new Map([["all", from + batch.length]]) };
      }
    },
  ),
  fault(
    "the text \\u0000 is stripped with the character",
    "test_a_literal_backslash_u0000_in_text_round_trips_unchanged",
    class extends PlainStore {
      override keep(event: never): unknown {
        return JSON.stringify(event).replaceAll("\\u0000", "");
      }
      override give(kept: unknown) {
        return super.give(String(kept).replaceAll(/\\(?=")/g, "\\"));
      }
    },
  ),
  fault(
    "threads are scanned by prefix",
    "test_threads_are_isolated",
    class extends PlainStore {
      override life(thread: string): Life | undefined {
        return super.life(thread) ??
          [...this.lives.values()].find((life) => life.thread.startsWith(thread));
      }
    },
  ),
  fault(
    "sealed events are sealed again",
    "test_append_rejects_sealed_entry",
    class extends PlainStore {
      override seal(batch: Batch, next: NextSeqs, ts: string): SealedBatch {
        const drafts = batch.map(({ type, stream, payload }) => ({ type, stream, payload }));
        return super.seal(drafts, next, ts);
      }
    },
  ),
  fault(
    "only positions that are behind are refused",
    "test_append_refuses_a_batch_whose_expected_position_moved",
    class extends PlainStore {
      override checkExpected(thread: string, expected: number | undefined, life?: Life): void {
        const last = life?.kept.length ?? 0;
        super.checkExpected(thread, Math.min(expected ?? last, Math.max(last, 0)), life);
      }
    },
  ),
  fault(
    "a batch lands until its first bad event",
    "test_failed_append_lands_nothing",
    class extends PlainStore {
      override seal(batch: Batch, next: NextSeqs, ts: string): SealedBatch {
        const bad = batch.findIndex((event) => "seq" in event);
        return bad > 0 ? super.seal(batch.slice(0, bad), next, ts) : super.seal(batch, next, ts);
      }
    },
  ),
  fault(
    "what is given names the thread too",
    "read: the first read gives what append gave, first and last included",
    class extends PlainStore {
      override async append(thread: string, batch: Batch, options?: AppendOptions) {
        const given = await super.append(thread, batch, options);
        return given.map((entry) => ({ ...entry, thread }));
      }
    },
  ),
  fault(
    "an empty batch makes a thread",
    "an empty batch makes no thread",
    class extends PlainStore {
      override land(thread: string, life: Life | undefined, batch: SealedBatch): readonly Entry[] {
        return super.land(thread, life ?? this.bear(thread, batch.next), batch);
      }
      override summary(life: Life) {
        const first = life.kept.length > 0 ? super.summary(life).first : undefined;
        const event = { type: "none", stream: "none", payload: null, seq: 0, ts: "" };
        return { thread: life.thread, first: first ?? { position: 1, event } };
      }
    },
  ),
  fault(
    "an empty batch is not checked",
    "an empty batch is checked like any other",
    class extends PlainStore {
      override async append(thread: string, batch: Batch, options?: AppendOptions) {
        return batch.length === 0 ? [] : await super.append(thread, batch, options);
      }
    },
  ),
  fault(
    "a refused append burns its numbers",
    "a refused append burns no number",
    class extends PlainStore {
      override seal(batch: Batch, next: NextSeqs, ts: string): SealedBatch {
        try {
          return super.seal(batch, next, ts);
        } catch (error) {
          const counts = next as Map<string, number>;
          for (const { stream } of batch) counts.set(stream, (counts.get(stream) ?? 0) + 1);
          throw error;
        }
      }
    },
  ),
  fault(
    "the position is checked first",
    "the lease is checked before the position",
    class extends PlainStore {
      override checkLease(thread: string, lease: Lease | undefined): void {
        if (lease !== undefined) this.#asked.set(thread, lease);
      }
      readonly #asked: Map<string, Lease> = new Map();
      override checkExpected(thread: string, expected: number | undefined, life?: Life): void {
        const lease = this.#asked.get(thread);
        this.#asked.delete(thread);
        super.checkExpected(thread, expected, life);
        super.checkLease(thread, lease);
      }
      override async renew(lease: Lease, ttlMs: number): Promise<Lease> {
        super.checkLease(lease.thread, lease);
        return await super.renew(lease, ttlMs);
      }
    },
  ),
  fault(
    "the events are checked first",
    "the position is checked before the events",
    class extends PlainStore {
      override async append(thread: string, batch: Batch, options?: AppendOptions) {
        if (options?.lease === undefined) this.seal(batch, new Map(), "2026-01-01T00:00:00.000Z");
        return await super.append(thread, batch, options);
      }
    },
  ),
  fault(
    "STREAM_MOVED without positions",
    "STREAM_MOVED tells both positions",
    class extends PlainStore {
      override checkExpected(thread: string, expected: number | undefined, life?: Life): void {
        try {
          super.checkExpected(thread, expected, life);
        } catch {
          if (life !== undefined) throw new TraceStoreError("STREAM_MOVED", "The stream has moved");
          super.checkExpected(thread, expected, life);
        }
      }
    },
  ),
  fault(
    "a refusal is thrown at once",
    "a refusal is a rejected promise, never thrown at once",
    class extends PlainStore {
      override append(thread: string, batch: Batch, options?: AppendOptions) {
        const { expected, lease } = options ?? {};
        const isFree = lease === undefined && Number.isSafeInteger(expected) && expected! >= 0;
        this.checkExpected(thread, isFree ? expected : undefined, this.life(thread));
        return super.append(thread, batch, options);
      }
    },
  ),
  fault(
    "a ts alone seals nothing",
    "a seq or a ts alone makes an event sealed",
    class extends PlainStore {
      override seal(batch: Batch, next: NextSeqs, ts: string): SealedBatch {
        const drafts = changed(batch, (event) => {
          const { ts: _, ...draft } = event as DraftEvent & { ts?: string };
          return "seq" in event ? event : draft;
        });
        return super.seal(drafts, next, ts);
      }
    },
  ),
  fault(
    "a seq of 0 seals nothing",
    "a seq or a ts alone makes an event sealed",
    class extends PlainStore {
      override seal(batch: Batch, next: NextSeqs, ts: string): SealedBatch {
        const drafts = changed(batch, (event) => {
          const { seq, ...draft } = event as DraftEvent & { seq?: number };
          return "ts" in event || seq ? event : draft;
        });
        return super.seal(drafts, next, ts);
      }
    },
  ),
  fault(
    "the batch is copied too late",
    "a change to the batch after the call is not kept",
    class extends PlainStore {
      override async append(thread: string, batch: Batch, options?: AppendOptions) {
        if (batch.length === 1) await undefined;
        return await super.append(thread, batch, options);
      }
    },
  ),
  fault(
    "positions are sorted as texts",
    "twelve appends stand by number and not by text",
    class extends PlainStore {
      override entries(life: Life, after: number, until: number): Entry[] {
        const all = super.entries(life, 0, life.kept.length);
        if (all.length > 20) return all.slice(after, until);
        return all.sort((a, b) => String(a.position) < String(b.position) ? -1 : 1)
          .slice(after, until);
      }
    },
  ),
  fault(
    "streams left out of a batch are forgotten",
    "an append to one stream leaves the others",
    class extends PlainStore {
      override seal(batch: Batch, next: NextSeqs, ts: string): SealedBatch {
        const { sealed, next: after } = super.seal(batch, next, ts);
        return { sealed, next: new Map(sealed.map(({ stream }) => [stream, after.get(stream)!])) };
      }
    },
  ),
  fault(
    "the signal of an append is not looked at",
    "an aborted signal rejects with its reason and lands nothing",
    class extends PlainStore {
      override async append(thread: string, batch: Batch, options: AppendOptions = {}) {
        return await super.append(thread, batch, { ...options, signal: undefined });
      }
    },
  ),
  fault(
    "batches are written in parts, each with its time",
    "a ts is text of UTC with milliseconds, one for a batch",
    class extends PlainStore {
      override seal(batch: Batch, next: NextSeqs, ts: string): SealedBatch {
        const result = super.seal(batch, next, ts);
        const late = new Date(Date.parse(ts) + 1).toISOString();
        const sealed = result.sealed.map((event, at) => at < 16 ? event : { ...event, ts: late });
        return { ...result, sealed };
      }
    },
  ),
  fault(
    "the ts is that of the thread's birth",
    "the ts of a batch goes with the clock",
    class extends PlainStore {
      override seal(batch: Batch, next: NextSeqs, ts: string): SealedBatch {
        this.#ts ??= ts;
        return super.seal(batch, next, this.#ts);
      }
      #ts: string | undefined;
    },
  ),
  fault(
    "a position that is none counts as left out",
    "an expected position that is none is refused",
    class extends PlainStore {
      override async append(thread: string, batch: Batch, options: AppendOptions = {}) {
        const { expected = NaN } = options;
        const isOne = Number.isSafeInteger(expected) && expected >= 0;
        return await super.append(thread, batch, {
          ...options,
          expected: isOne ? expected : undefined,
        });
      }
    },
  ),
  fault(
    "the lease is checked after the events",
    "race: a delete during an append under a lease lets nothing come back",
    class extends PlainStore {
      override checkLease(thread: string, lease: Lease | undefined): void {
        if (
          lease !== undefined && this.life(thread) === undefined && this.#dead.has(thread)
        ) return;
        super.checkLease(thread, lease);
      }
      readonly #dead: Set<string> = new Set();
      override end(thread: string): void {
        this.#dead.add(thread);
        super.end(thread);
      }
      override renew(lease: Lease, ttlMs: number): Promise<Lease> {
        return this.live(lease.thread) === undefined
          ? Promise.reject(leaseExpired(lease))
          : super.renew(lease, ttlMs);
      }
      override between(step: "lease" | "position", options: AppendOptions) {
        return step === "lease" && options.lease !== undefined ? Promise.resolve() : undefined;
      }
    },
  ),
];
