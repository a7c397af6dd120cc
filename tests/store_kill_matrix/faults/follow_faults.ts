import type { EntryPage, Hint } from "../../../src/store/entry_iterator.ts";
import type { DraftEvent, Entry } from "../../../src/store/trace_event.ts";
import type { AppendOptions, ReadOptions } from "../../../src/store/trace_store.ts";
import type { Fault } from "../fault.ts";
import { faultsOf, turns } from "../fault.ts";
import { type Life, NONE, PlainStore } from "../plain_store.ts";
import type { Log } from "../plain_store.ts";
import { sharingNext } from "./read_faults.ts";

const fault = faultsOf("follow");

type Reader = AsyncIterableIterator<Entry>;

/** Has the pages of a follower changed. */
abstract class ChangedPages extends PlainStore {
  abstract change(page: EntryPage, life: Life | undefined, options: ReadOptions): EntryPage;

  override pages(thread: string, options: ReadOptions): () => Promise<EntryPage> {
    const page = super.pages(thread, options);
    if (!options.follow) return page;
    let life: Life | undefined;
    return async () => {
      life ??= this.life(thread);
      return this.change(await page(), life, options);
    };
  }
}

/** Faults of following. */
export const FOLLOW_FAULTS: readonly Fault[] = [
  fault(
    "a follower is a snapshot that never hears more",
    "test_a_following_read_waits_rather_than_ending_when_caught_up",
    class extends PlainStore {
      override arm(): Hint {
        return { woken: new Promise(() => {}), disarm() {} };
      }
    },
  ),
  fault(
    "a follower ends with what was there when it began",
    "test_a_following_read_yields_live_appends",
    class extends PlainStore {
      override pages(thread: string, options: ReadOptions): () => Promise<EntryPage> {
        const last = this.life(thread)?.kept.length ?? 0;
        const page = super.pages(thread, options);
        if (!options.follow) return page;
        return async () => {
          const { entries } = await page();
          const old = entries.filter(({ position }) => position <= last);
          return { entries: old, whole: true, over: old.length === 0 };
        };
      }
    },
  ),
  fault(
    "a follower ends when it has caught up",
    "test_a_following_read_waits_rather_than_ending_when_caught_up",
    class extends PlainStore {
      override read(thread: string, options: ReadOptions = {}): Reader {
        return super.read(thread, { ...options, follow: false });
      }
    },
  ),
  fault(
    "a delete wakes nobody",
    "test_a_following_read_ends_when_the_thread_is_deleted",
    class extends PlainStore {
      override end(thread: string): void {
        const wake = this.wakers.wake;
        this.wakers.wake = () => {};
        super.end(thread);
        this.wakers.wake = wake;
      }
    },
  ),
  fault(
    "a follower looks its thread up by id each time",
    "test_a_following_read_ends_at_the_delete_even_when_another_thread_takes_the_id",
    class extends PlainStore {
      override pages(thread: string, options: ReadOptions): () => Promise<EntryPage> {
        if (!options.follow) return super.pages(thread, options);
        let position = options.after ?? 0;
        return async () => {
          await turns(1);
          const life = this.life(thread);
          const entries = life === undefined ? [] : this.entries(life, position, Infinity);
          position += entries.length;
          return { entries, whole: true, over: life === undefined };
        };
      }
    },
  ),
  fault(
    "the end of a life is told by its length",
    "test_a_following_read_holding_an_entry_still_ends_after_the_delete",
    class extends PlainStore {
      override pages(thread: string, options: ReadOptions): () => Promise<EntryPage> {
        if (!options.follow) return super.pages(thread, options);
        let position = options.after ?? 0;
        return () => {
          const life = this.life(thread);
          const over = life === undefined || life.kept.length < position + 1 && life.born > 0 &&
              this.#ended.has(thread);
          const entries = over || life === undefined ? [] : this.entries(life, position, Infinity);
          position += entries.length;
          return Promise.resolve({ entries, whole: true, over });
        };
      }
      readonly #ended: Set<string> = new Set();
      override end(thread: string): void {
        this.#ended.add(thread);
        super.end(thread);
      }
    },
  ),
  fault(
    "a follower is an async generator",
    "return() ends a wait",
    class extends PlainStore {
      override read(thread: string, options: ReadOptions = {}): Reader {
        const reader = super.read(thread, options);
        if (!options.follow) return reader;
        return (async function* () {
          yield* reader;
        })();
      }
    },
  ),
  fault(
    "a wait does not hear the signal",
    "an aborted signal ends a wait with its reason",
    class extends PlainStore {
      override read(thread: string, options: ReadOptions = {}): Reader {
        const isLate = options.follow && options.signal?.aborted === false;
        return super.read(thread, isLate ? { ...options, signal: undefined } : options);
      }
    },
  ),
  fault(
    "a wait rejects with an error of its own",
    "an aborted signal ends a wait with its reason",
    class extends PlainStore {
      override read(thread: string, options: ReadOptions = {}): Reader {
        const { signal, follow } = options;
        if (!follow || signal === undefined || signal.aborted) return super.read(thread, options);
        const own = new AbortController();
        signal.addEventListener("abort", () => own.abort(), { once: true });
        return super.read(thread, { ...options, signal: own.signal });
      }
    },
  ),
  fault(
    "a signal aborted before is not seen",
    "a signal aborted before rejects with its reason",
    class extends PlainStore {
      override read(thread: string, options: ReadOptions = {}): Reader {
        const isEarly = options.follow && options.signal?.aborted;
        return super.read(thread, isEarly ? { ...options, signal: undefined } : options);
      }
    },
  ),
  fault(
    "a follower keeps at most 16 batches for later",
    "a slow reader loses nothing",
    class extends PlainStore {
      override pages(thread: string, options: ReadOptions): () => Promise<EntryPage> {
        const page = super.pages(thread, options);
        if (!options.follow) return page;
        let seen = this.#batches;
        return async () => {
          const missed = this.#batches - seen;
          seen = this.#batches;
          const found = await page();
          return missed > 16 ? { ...found, entries: found.entries.slice(40) } : found;
        };
      }
      #batches = 0;
      override append(thread: string, batch: readonly DraftEvent[], options?: AppendOptions) {
        this.#batches++;
        return super.append(thread, batch, options);
      }
    },
  ),
  fault(
    "late commits are passed over",
    "four writers at once are followed in order, each entry once",
    class extends ChangedPages {
      override change(page: EntryPage): EntryPage {
        const isMixed = new Set(page.entries.map(({ event }) => event.stream)).size > 2;
        return isMixed ? { ...page, entries: page.entries.slice(1) } : page;
      }
    },
  ),
  fault(
    "a load leaves followers with the old thread",
    "a load that replaces the thread ends it",
    class extends PlainStore {
      override async load(thread: string, log: Log): Promise<void> {
        const old = this.life(thread);
        await super.load(thread, log);
        if (old !== undefined) old.ended = false;
      }
    },
  ),
  fault(
    "the hint is armed after the last look",
    "an append is not lost between the last look and the wait",
    class extends PlainStore {
      override arm(thread: string): Hint {
        let hint: Hint | undefined;
        let isOver = false;
        const woken = Promise.resolve().then(() => {}).then(() => {}).then(() => {
          if (isOver) return;
          hint = super.arm(thread);
          return hint.woken;
        });
        return {
          woken,
          disarm() {
            isOver = true;
            hint?.disarm();
          },
        };
      }
    },
  ),
  fault(
    "only the first who waits is woken",
    "two followers of a thread both get everything",
    class extends PlainStore {
      override arm(thread: string): Hint {
        const waiting = this.#waiting.get(thread) ?? 0;
        this.#waiting.set(thread, waiting + 1);
        const hint = super.arm(thread);
        return {
          woken: waiting === 0 ? hint.woken : new Promise(() => {}),
          disarm: () => {
            hint.disarm();
            this.#waiting.set(thread, this.#waiting.get(thread)! - 1);
          },
        };
      }
      readonly #waiting: Map<string, number> = new Map();
    },
  ),
  fault(
    "calls of next() that wait get one entry",
    "two calls of next() that wait get one entry each",
    class extends PlainStore {
      override read(thread: string, options: ReadOptions = {}): Reader {
        const reader = super.read(thread, options);
        return options.follow ? sharingNext(reader) : reader;
      }
    },
  ),
  fault(
    "a delete ends followers of ids that it begins with",
    "another thread neither ends nor wakes it",
    class extends PlainStore {
      override end(thread: string): void {
        for (const life of this.lives.values()) {
          if (thread.startsWith(life.thread)) {
            life.ended = true;
            this.wakers.wake(life.thread);
          }
        }
        super.end(thread);
      }
    },
  ),
  fault(
    "a refused append ends followers",
    "a refused append neither ends nor wakes it",
    class extends PlainStore {
      override append(thread: string, batch: readonly DraftEvent[], options?: AppendOptions) {
        const landing = super.append(thread, batch, options);
        landing.catch(() => {
          const life = this.life(thread);
          if (life !== undefined) life.ended = true;
          this.wakers.wake(thread);
        });
        return landing;
      }
    },
  ),
  fault(
    "a follower takes at most 1,000 entries of a batch",
    "a large batch is followed whole",
    class extends PlainStore {
      override pages(thread: string, options: ReadOptions): () => Promise<EntryPage> {
        if (!options.follow) return super.pages(thread, options);
        let life: Life | undefined;
        let position = options.after ?? 0;
        return () => {
          life ??= this.life(thread);
          if (life === undefined) return Promise.resolve(NONE);
          const entries = this.entries(life, position, position + 1000);
          position = Math.max(position, life.kept.length);
          return Promise.resolve({ entries, whole: true, over: life.ended });
        };
      }
    },
  ),
  fault(
    "a cursor beyond the end is moved to it",
    "beyond the end it waits for the position after",
    class extends PlainStore {
      override pages(thread: string, options: ReadOptions): () => Promise<EntryPage> {
        const { follow, after = 0 } = options;
        if (!follow) return super.pages(thread, options);
        const last = this.life(thread)?.kept.length ?? 0;
        return super.pages(thread, { ...options, after: Math.min(after, last) });
      }
    },
  ),
  fault(
    "an id that was deleted is never followed again",
    "a thread made anew is followed like any other",
    class extends ChangedPages {
      readonly #dead: Set<string> = new Set();
      override end(thread: string): void {
        this.#dead.add(thread);
        super.end(thread);
      }
      override change(page: EntryPage, life: Life | undefined): EntryPage {
        return { ...page, over: page.over || this.#dead.has(life?.thread ?? "") };
      }
    },
  ),
  fault(
    "woken, a follower gives only the last entry",
    "two followers of a thread both get everything",
    class extends ChangedPages {
      override change(page: EntryPage, _: Life | undefined, options: ReadOptions): EntryPage {
        const { entries } = page;
        const isFirst = entries[0]?.position === (options.after ?? 0) + 1;
        return { ...page, entries: isFirst && entries.length === 3 ? entries.slice(-1) : entries };
      }
    },
  ),
];
