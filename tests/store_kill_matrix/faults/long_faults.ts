import type { Entry } from "../../../src/store/trace_event.ts";
import type { EntryPage } from "../../../src/store/entry_iterator.ts";
import type { ReadOptions } from "../../../src/store/trace_store.ts";
import { type Fault, faultsOf } from "../fault.ts";
import { type Life, type Log, PlainStore } from "../plain_store.ts";

const fault = faultsOf("long");

const ALL = "100,000 entries are all there, page by page, and the thread goes on";

/** Faults that show only in a thread that is very long. */
export const LONG_FAULTS: readonly Fault[] = [
  fault(
    "a log that is loaded ends at 65,536 entries",
    ALL,
    class extends PlainStore {
      override async load(thread: string, log: Log): Promise<void> {
        await super.load(thread, log);
        const life = this.life(thread);
        if (life !== undefined) life.kept.length = Math.min(life.kept.length, 65_536);
      }
    },
  ),
  fault(
    "positions are compared as texts of five digits",
    ALL,
    class extends PlainStore {
      override pages(thread: string, options: ReadOptions): () => Promise<EntryPage> {
        const { after = 0 } = options;
        if (after > 2 ** 20) return super.pages(thread, options);
        const text = (position: number) => String(position).padStart(5, "0");
        const page = super.pages(thread, options);
        return async () => {
          const found = await page();
          const entries = found.entries.filter(({ position }) => text(position) > text(after));
          return { ...found, entries };
        };
      }
    },
  ),
  fault(
    "a page beyond 65,536 begins anew",
    ALL,
    class extends PlainStore {
      override entries(life: Life, after: number, until: number): Entry[] {
        const isFar = after >= 65_536 && after < life.kept.length;
        return super.entries(life, isFar ? after - 65_536 : after, isFar ? until - 65_536 : until);
      }
    },
  ),
];
