import type { EntryPage } from "../../../src/store/entry_iterator.ts";
import type { Entry, SealedEvent } from "../../../src/store/trace_event.ts";
import type { ReadOptions, ThreadsOptions } from "../../../src/store/trace_store.ts";
import type { Fault } from "../fault.ts";
import { faultsOf } from "../fault.ts";
import { type Life, type Log, NONE, PlainStore } from "../plain_store.ts";

const fault = faultsOf("read");

type Reader = AsyncIterableIterator<Entry>;

/** Ends a reading in the midst of it, as if that were its end, where the life that it reads is over. */
abstract class CutReads extends PlainStore {
  readonly loaded: Set<Life | undefined> = new Set();
  /** Whether to, by the life that the thread has now: another than it had. */
  abstract isCut(now: Life | undefined): boolean;

  override pages(thread: string, options: ReadOptions): () => Promise<EntryPage> {
    const page = super.pages(thread, options);
    return options.follow ? page : this.cut(thread, page);
  }

  override pagesBackwards(thread: string): () => Promise<EntryPage> {
    return this.cut(thread, super.pagesBackwards(thread));
  }

  override async load(thread: string, log: Log): Promise<void> {
    await super.load(thread, log);
    this.loaded.add(this.life(thread));
  }

  cut(thread: string, page: () => Promise<EntryPage>): () => Promise<EntryPage> {
    const begun = this.life(thread);
    return () => {
      const now = this.life(thread);
      const isOther = begun !== undefined && now !== begun;
      return isOther && this.isCut(now) ? Promise.resolve(NONE) : page();
    };
  }
}

/** Faults of reading what is there. */
export const READ_FAULTS: readonly Fault[] = [
  fault(
    "positions begin at 0",
    "test_read_numbers_appends_gaplessly_in_append_order",
    class extends PlainStore {
      override entries(life: Life, after: number, until: number): Entry[] {
        return super.entries(life, after, until).map((entry) => ({
          ...entry,
          position: entry.position - 1,
        }));
      }
    },
  ),
  fault(
    "the entry of the cursor is given again",
    "test_read_after_a_cursor_skips_what_was_seen",
    class extends PlainStore {
      override read(thread: string, options: ReadOptions = {}): Reader {
        const { after = 0 } = options;
        return super.read(thread, { ...options, after: Math.max(0, after - 1) });
      }
    },
  ),
  fault(
    "positions count over all threads",
    "test_positions_are_per_thread",
    class extends PlainStore {
      override entries(life: Life, after: number, until: number): Entry[] {
        const others = [...this.lives.values()].filter((other) => other !== life);
        const before = others[0]?.kept.length ?? 0;
        return super.entries(life, after, until)
          .map((entry) => ({ ...entry, position: entry.position + before }));
      }
    },
  ),
  fault(
    "a follower waits for a thread to be born",
    "test_read_of_an_unknown_thread_is_empty",
    class extends PlainStore {
      override pages(thread: string, options: ReadOptions): () => Promise<EntryPage> {
        const page = super.pages(thread, options);
        return () =>
          options.follow && this.life(thread) === undefined && !this.#known.has(thread)
            ? Promise.resolve({ ...NONE, over: false })
            : page();
      }
      readonly #known: Set<string> = new Set();
      override end(thread: string): void {
        this.#known.add(thread);
        super.end(thread);
      }
    },
  ),
  fault(
    "backwards is forwards",
    "test_read_backwards_yields_the_log_newest_first",
    class extends PlainStore {
      override readBackwards(thread: string): Reader {
        return this.read(thread);
      }
    },
  ),
  fault(
    "backwards of an unknown thread throws",
    "test_read_backwards_of_an_unknown_thread_is_empty",
    class extends PlainStore {
      override readBackwards(thread: string, options = {}): Reader {
        if (this.life(thread) === undefined && thread === "t") throw new Error("No such thread");
        return super.readBackwards(thread, options);
      }
    },
  ),
  fault(
    "backwards gives one page",
    "test_read_backwards_reaches_the_first_event_of_a_long_thread",
    class extends PlainStore {
      override pagesBackwards(thread: string): () => Promise<EntryPage> {
        const page = super.pagesBackwards(thread);
        let given = 0;
        return () => given++ === 0 ? page() : Promise.resolve(NONE);
      }
    },
  ),
  fault(
    "one who stops early locks the thread",
    "test_read_backwards_stops_where_its_reader_stops",
    class extends PlainStore {
      override readBackwards(thread: string, options = {}): Reader {
        const reader = super.readBackwards(thread, options);
        const stop = reader.return!.bind(reader);
        reader.return = () => {
          this.lives.delete(this.key(thread));
          return stop();
        };
        return reader;
      }
    },
  ),
  fault(
    "the entry between two pages is lost",
    "pages of a long thread join without gap and double",
    class extends PlainStore {
      override pages(thread: string, options: ReadOptions): () => Promise<EntryPage> {
        const { after = 0 } = options;
        let skipped = 0;
        let given = 0;
        return async () => {
          const page = await super.pages(thread, { after: after + given + skipped })();
          given += page.entries.length;
          if (page.entries.length === this.pageSize && !options.follow) skipped++;
          return page;
        };
      }
    },
  ),
  fault(
    "the entry between two pages is doubled",
    "pages of a long thread join without gap and double",
    class extends PlainStore {
      override entries(life: Life, after: number, until: number): Entry[] {
        const full = until - after === this.pageSize && life.kept.length > until;
        return super.entries(life, after > 0 && full ? after - 1 : after, until);
      }
    },
  ),
  fault(
    "the first entry is left out",
    "the first read gives what append gave, first and last included",
    class extends PlainStore {
      override read(thread: string, options: ReadOptions = {}): Reader {
        const isExplicit = options.after === 0 && !options.follow;
        return super.read(thread, isExplicit ? { ...options, after: 1 } : options);
      }
    },
  ),
  fault(
    "what is read is what is kept",
    "what a read gives can be changed without harm",
    class extends PlainStore {
      override give(kept: unknown): SealedEvent {
        const known = this.#known.get(kept);
        const event = known ?? super.give(kept);
        this.#known.set(kept, event);
        return event;
      }
      readonly #known: Map<unknown, SealedEvent> = new Map();
    },
  ),
  fault(
    "the signal of a read is not looked at",
    "an aborted signal rejects with its reason",
    class extends PlainStore {
      override read(thread: string, options: ReadOptions = {}): Reader {
        return super.read(thread, options.follow ? options : { ...options, signal: undefined });
      }
    },
  ),
  fault(
    "an aborted read ends as if at the end",
    "an aborted signal rejects with its reason",
    class extends PlainStore {
      override readBackwards(thread: string, options: Pick<ReadOptions, "signal"> = {}): Reader {
        const reader = super.readBackwards(thread, options);
        const next = reader.next.bind(reader);
        reader.next = () => next().catch(() => ({ done: true, value: undefined }));
        return reader;
      }
    },
  ),
  fault(
    "return() of a read does nothing",
    "return() ends it",
    class extends PlainStore {
      override read(thread: string, options: ReadOptions = {}): Reader {
        const reader = super.read(thread, options);
        if (!options.follow) {
          reader.return = () => Promise.resolve({ done: true, value: undefined });
        }
        return reader;
      }
    },
  ),
  fault(
    "at its end a reader looks the thread up again",
    "a reader gives no entry of the next thread of the id",
    class extends PlainStore {
      override pages(thread: string, options: ReadOptions): () => Promise<EntryPage> {
        if (options.follow) return super.pages(thread, options);
        let life: Life | undefined;
        let position = options.after ?? 0;
        return () => {
          if (life === undefined || position >= life.kept.length) life = this.life(thread);
          const entries = life === undefined
            ? []
            : this.entries(life, position, position + this.pageSize);
          position += entries.length;
          return Promise.resolve({ entries, whole: entries.length === 0, over: false });
        };
      }
    },
  ),
  fault(
    "each page backwards is of the thread of the moment",
    "a long reader gives no entry of the next thread of the id",
    class extends PlainStore {
      override pagesBackwards(thread: string): () => Promise<EntryPage> {
        let before = this.life(thread)?.kept.length ?? 0;
        return () => {
          const life = this.life(thread);
          const from = Math.max(0, before - this.pageSize);
          const entries = life === undefined ? [] : this.entries(life, from, before).reverse();
          before = from;
          return Promise.resolve({ entries, whole: from === 0, over: from === 0 });
        };
      }
    },
  ),
  fault(
    "a reading ends at a delete as if that were its end",
    "a thread that is deleted meanwhile is read whole, or THREAD_GONE",
    class extends CutReads {
      override isCut(now: Life | undefined): boolean {
        return now === undefined;
      }
    },
  ),
  fault(
    "a reading backwards ends at a delete as if that were its end",
    "a thread that is deleted meanwhile is read whole, or THREAD_GONE",
    class extends PlainStore {
      override pagesBackwards(thread: string): () => Promise<EntryPage> {
        const page = super.pagesBackwards(thread);
        return () => this.life(thread) === undefined ? Promise.resolve(NONE) : page();
      }
    },
  ),
  fault(
    "a reading ends at a load as if that were its end",
    "a thread that is replaced meanwhile is read whole, or THREAD_GONE",
    class extends CutReads {
      override isCut(now: Life | undefined): boolean {
        return this.loaded.has(now);
      }
    },
  ),
  fault(
    "a reading ends where another thread has the id, as if that were its end",
    "a thread made anew meanwhile is read whole, or THREAD_GONE",
    class extends CutReads {
      override isCut(now: Life | undefined): boolean {
        return now !== undefined && !this.loaded.has(now);
      }
    },
  ),
  fault(
    "pages backwards are counted from the end",
    "a reader backwards keeps its place while others append",
    class extends PlainStore {
      override pagesBackwards(thread: string): () => Promise<EntryPage> {
        const life = this.life(thread);
        let given = 0;
        return () => {
          const before = Math.max(0, (life?.kept.length ?? 0) - given);
          const from = Math.max(0, before - this.pageSize);
          const entries = life === undefined ? [] : this.entries(life, from, before).reverse();
          given += entries.length;
          return Promise.resolve({ entries, whole: entries.length === 0, over: false });
        };
      }
    },
  ),
  fault(
    "readers share one cursor",
    "two readers do not share their place",
    class extends PlainStore {
      override read(thread: string, options: ReadOptions = {}): Reader {
        if (options.follow || options.after !== undefined) return super.read(thread, options);
        const reader = this.#open.get(thread) ?? super.read(thread, options);
        this.#open.set(thread, reader);
        const next = reader.next.bind(reader);
        reader.next = async () => {
          const result = await next();
          if (result.done) this.#open.delete(thread);
          return result;
        };
        return reader;
      }
      readonly #open: Map<string, Reader> = new Map();
      override end(thread: string): void {
        this.#open.delete(thread);
        super.end(thread);
      }
    },
  ),
  fault(
    "calls of next() at once get one entry",
    "calls of next() at once are answered in their order",
    class extends PlainStore {
      override read(thread: string, options: ReadOptions = {}): Reader {
        const reader = super.read(thread, options);
        return options.follow ? reader : sharingNext(reader);
      }
    },
  ),
  fault(
    "a limit of undefined counts as 0",
    "options left undefined are as left out",
    class extends PlainStore {
      override async threads(options: ThreadsOptions = {}) {
        const isNone = "limit" in options && options.limit === undefined;
        return isNone ? [] : await super.threads(options);
      }
    },
  ),
  fault(
    "positions have 32 bits",
    "a position beyond the end gives nothing",
    class extends PlainStore {
      override pages(thread: string, options: ReadOptions): () => Promise<EntryPage> {
        return super.pages(thread, { ...options, after: (options.after ?? 0) % 2 ** 31 });
      }
    },
  ),
  fault(
    "a cursor that is none counts as 0",
    "a position that is none is refused",
    class extends PlainStore {
      override read(thread: string, options: ReadOptions = {}): Reader {
        const { after = 0 } = options;
        const isOne = Number.isSafeInteger(after) && after >= 0;
        return super.read(thread, { ...options, after: isOne ? after : 0 });
      }
    },
  ),
];

/** Answers a call of `next()` that comes while another waits as that one. */
export function sharingNext(reader: Reader): Reader {
  const next = reader.next.bind(reader);
  let pending: ReturnType<typeof next> | undefined;
  reader.next = () => {
    pending ??= next().finally(() => pending = undefined);
    return pending;
  };
  return reader;
}
