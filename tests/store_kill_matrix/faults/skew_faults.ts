import { TraceStoreError } from "../../../src/store/trace_store_error.ts";
import type { Entry } from "../../../src/store/trace_event.ts";
import type { EntryPage } from "../../../src/store/entry_iterator.ts";
import { leaseExpired } from "../../../src/store/refusals.ts";
import { timeText } from "../../../src/store/time_text.ts";
import { tokenOf } from "../../../src/store/token.ts";
import type { Lease, ReadOptions } from "../../../src/store/trace_store.ts";
import { skewedClock } from "../../store/support/skewed_clock.ts";
import { type Fault, type FaultyStore, share, underTest } from "../fault.ts";
import { type Life, PlainStore } from "../plain_store.ts";

/** A store whose handles are all alike, and sound as long as their clocks are. */
function skewed(name: string, killedBy: string, Store: FaultyStore): Fault {
  return {
    name: `skew: ${name}`,
    killedBy: `skew: ${killedBy}`,
    open(clock) {
      const store = new Store(clock);
      const skewed = (offsetMs: number) => share(new Store(skewedClock(offsetMs, clock)), store);
      return { ...underTest(store, clock), skewed };
    },
  };
}

/** Keeps every lease it gave in the store, by its token. */
class LeaseBook extends PlainStore {
  /** Under a key that no thread has. */
  protected entryOf(token: string): string {
    return `\0${token}`;
  }
  override hold(lease: Lease): Lease {
    const { thread, token } = lease;
    const before = this.held.get(thread);
    // Whoever takes a lease that is not over ends it; one that is over by the taker's clock is left as it is.
    if (before !== undefined && before.token !== token && !this.isOver(before)) {
      this.held.delete(this.entryOf(before.token));
    }
    this.held.set(this.entryOf(token), lease);
    return super.hold(lease);
  }
  override dropLease(thread: string): void {
    const before = this.held.get(thread);
    if (before !== undefined) this.held.delete(this.entryOf(before.token));
    super.dropLease(thread);
  }
  override async release(lease: Lease): Promise<void> {
    this.held.delete(this.entryOf(lease.token));
    await super.release(lease);
  }
}

/** Faults that show only where the clocks of two handles differ. */
export const SKEW_FAULTS: readonly Fault[] = [
  skewed(
    "a token begins with the time",
    "tokens grow, whatever the clock of who takes the lease",
    class extends PlainStore {
      override token(): string {
        return `${timeText(this.clock.now())} ${tokenOf(++this.counters.tokens)}`;
      }
    },
  ),
  skewed(
    "an append is let through while its lease lasts by the writer's clock",
    "who has lost the lease writes nothing, though it lasts by his clock",
    class extends LeaseBook {
      override checkLease(thread: string, lease: Lease | undefined): void {
        if (lease === undefined) return;
        const kept = this.held.get(this.entryOf(lease.token));
        if (kept?.thread !== thread || lease.thread !== thread || this.isOver(kept)) {
          throw leaseExpired(lease);
        }
      }
    },
  ),
  skewed(
    "entries are read by their times",
    "entries stand in the order they landed in, whatever their times",
    class extends PlainStore {
      override entries(life: Life, after: number, until: number): Entry[] {
        // The times of a log that was loaded are of its making.
        const isLoaded = super.entries(life, 0, 1)[0]?.event.ts.startsWith("2026-01-02") ?? true;
        return super.entries(isLoaded ? life : { ...life, kept: byTime(life) }, after, until);
      }
    },
  ),
  skewed(
    "threads are listed by the times of their births",
    "threads are in the order of their births, whatever the clocks",
    class extends PlainStore {
      override newest(): Life[] {
        return super.newest().sort((a, b) => b.born - a.born);
      }
    },
  ),
  skewed(
    "a follower asks for what is not older than what it has",
    "a follower gets what bears an earlier time than what it has",
    class extends PlainStore {
      override pages(thread: string, options: ReadOptions): () => Promise<EntryPage> {
        const page = super.pages(thread, options);
        if (!options.follow) return page;
        let latest = "";
        return async () => {
          const found = await page();
          const fresh = found.entries.filter(({ event }) => event.ts >= latest);
          latest = fresh.at(-1)?.event.ts ?? latest;
          return { ...found, entries: fresh };
        };
      }
    },
  ),
  skewed(
    "a write by a clock that is behind the last one is refused",
    "entries stand in the order they landed in, whatever their times",
    class extends PlainStore {
      override land(...[thread, life, batch]: Parameters<PlainStore["land"]>): readonly Entry[] {
        const last = life === undefined ? "" : this.give(life.kept.at(-1)).ts;
        if ((batch.sealed[0]?.ts ?? "~") < last && !last.startsWith("2026-01-02")) {
          throw new TraceStoreError("STREAM_MOVED", "The clock went backwards");
        }
        return super.land(thread, life, batch);
      }
    },
  ),
];

function byTime({ kept }: Life): unknown[] {
  const times = new Map(kept.map((text) => [text, JSON.parse(String(text)).ts as string]));
  return kept.toSorted((a, b) => {
    const [one, other] = [times.get(a)!, times.get(b)!];
    return one < other ? -1 : one > other ? 1 : 0;
  });
}
