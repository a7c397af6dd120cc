import type { NextSeqs, SealedBatch } from "../../../src/store/seal.ts";
import type { ThreadsOptions, ThreadSummary } from "../../../src/store/trace_store.ts";
import type { Fault } from "../fault.ts";
import { faultsOf } from "../fault.ts";
import { type Life, PlainStore } from "../plain_store.ts";

const fault = faultsOf("threads");

/** Faults of the list of threads. */
export const THREADS_FAULTS: readonly Fault[] = [
  fault(
    "the oldest comes first",
    "test_threads_lists_each_thread_with_its_first_event_newest_first",
    class extends PlainStore {
      override newest(): Life[] {
        return super.newest().reverse();
      }
    },
  ),
  fault(
    "threads come with their last event",
    "test_threads_lists_each_thread_with_its_first_event_newest_first",
    class extends PlainStore {
      override summary(life: Life): ThreadSummary {
        const { length } = life.kept;
        return { thread: life.thread, first: this.entries(life, length - 1, length)[0]! };
      }
    },
  ),
  fault(
    "an unknown cursor begins anew",
    "test_threads_pages_follow_one_another_until_the_last",
    class extends PlainStore {
      override startAfter(before: string, newest: readonly Life[]): number | undefined {
        return super.startAfter(before, newest) ?? (before === "unknown" ? 0 : undefined);
      }
    },
  ),
  fault(
    "the cursor is on its page again",
    "test_threads_pages_follow_one_another_until_the_last",
    class extends PlainStore {
      override startAfter(before: string, newest: readonly Life[]): number | undefined {
        const start = super.startAfter(before, newest);
        return start === undefined ? undefined : start - 1;
      }
    },
  ),
  fault(
    "leases are listed as threads",
    "test_threads_leaves_out_deleted_threads_and_bare_leases",
    class extends PlainStore {
      override newest(): Life[] {
        const life = super.newest()[0];
        const leased = [...this.held.keys()].filter((id) => !this.lives.has(id));
        const extra = leased.map((thread) => life === undefined ? [] : [{ ...life, thread }])
          .flat();
        return [...extra, ...super.newest()];
      }
    },
  ),
  fault(
    "threads are sorted by time, then by id",
    "threads made at once are in the order of their births",
    class extends PlainStore {
      override newest(): Life[] {
        return super.newest().sort((a, b) => b.born - a.born || (a.thread < b.thread ? -1 : 1));
      }
    },
  ),
  fault(
    "a page skips what was made in the millisecond of its cursor",
    "250 threads in pages of 60, without gap and double",
    class extends PlainStore {
      override startAfter(before: string, newest: readonly Life[]): number | undefined {
        const start = super.startAfter(before, newest);
        const born = newest.find(({ thread }) => thread === before)?.born;
        if (start === undefined) return start;
        const next = newest.findIndex((life, at) => at >= start && life.born < born!);
        return next < 0 ? newest.length : next;
      }
    },
  ),
  fault(
    "all threads are given unless told",
    "gives 100 unless told",
    class extends PlainStore {
      override async threads(options: ThreadsOptions = {}) {
        return await super.threads({ ...options, limit: options.limit ?? 10_000 });
      }
    },
  ),
  fault(
    "at most 100 threads are given",
    "gives 100 unless told",
    class extends PlainStore {
      override async threads(options: ThreadsOptions = {}) {
        return (await super.threads(options)).slice(0, 100);
      }
    },
  ),
  fault(
    "the thread written last comes first",
    "a later append does not move a thread",
    class extends PlainStore {
      override land(thread: string, life: Life | undefined, batch: SealedBatch) {
        const given = super.land(thread, life, batch);
        if (life === undefined) return given;
        this.lives.delete(thread);
        this.lives.set(thread, life);
        return given;
      }
    },
  ),
  fault(
    "a thread made anew takes its old place",
    "a thread made anew is the newest",
    class extends PlainStore {
      readonly #order: string[] = [];
      override bear(thread: string, next: NextSeqs): Life {
        if (!this.#order.includes(thread)) this.#order.push(thread);
        return super.bear(thread, next);
      }
      override async load(thread: string, log: never): Promise<void> {
        const at = this.#order.indexOf(thread);
        if (at >= 0) this.#order.splice(at, 1);
        await super.load(thread, log);
      }
      override newest(): Life[] {
        const place = ({ thread }: Life) => this.#order.indexOf(thread);
        return super.newest().sort((a, b) => place(b) - place(a));
      }
    },
  ),
  fault(
    "a deleted thread is still a cursor",
    "the page after a deleted thread is empty",
    class extends PlainStore {
      readonly #order: string[] = [];
      override bear(thread: string, next: NextSeqs): Life {
        this.#order.push(thread);
        return super.bear(thread, next);
      }
      override startAfter(before: string, newest: readonly Life[]): number | undefined {
        const known = super.startAfter(before, newest);
        const place = this.#order.lastIndexOf(before);
        if (known !== undefined || place < 0) return known;
        return newest.findIndex(({ thread }) => this.#order.lastIndexOf(thread) < place);
      }
    },
  ),
  fault(
    "a limit of 0 is no limit",
    "a limit that is none is refused",
    class extends PlainStore {
      override async threads(options: ThreadsOptions = {}) {
        return await super.threads({
          ...options,
          limit: options.limit === 0 ? 100 : options.limit,
        });
      }
    },
  ),
  fault(
    "a limit is rounded",
    "a limit that is none is refused",
    class extends PlainStore {
      override async threads(options: ThreadsOptions = {}) {
        const { limit } = options;
        return await super.threads({
          ...options,
          limit: limit === undefined ? limit : Math.ceil(limit),
        });
      }
    },
  ),
];
