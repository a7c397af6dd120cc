import type { Clock } from "../../src/clock.ts";
import type { DraftEvent } from "../../src/store/trace_event.ts";
import type { ManualClock } from "../../src/testing/manual_clock.ts";
import type { StoreUnderTest } from "../../src/testing/contract/contract_case.ts";
import { skewedClock } from "../store/support/skewed_clock.ts";
import { PlainStore } from "./plain_store.ts";

/** A store with one fault. */
export interface Fault {
  /** What is wrong. */
  readonly name: string;
  /** The case that was made for it. */
  readonly killedBy: string;
  /** Opens the store. */
  readonly open: (clock: ManualClock) => StoreUnderTest;
}

/** What a faulty store may be made of. */
export type FaultyStore = new (clock: Clock) => PlainStore;

/** Makes the faults of an area. */
export function faultsOf(area: string) {
  return (name: string, killedBy: string, Store: FaultyStore): Fault => ({
    name: `${area}: ${name}`,
    killedBy: killedBy.includes(": ") ? killedBy : `${area}: ${killedBy}`,
    open: (clock) => underTest(new Store(clock), clock),
  });
}

/** A second handle of a store. */
export function share<T extends PlainStore>(
  peer: T,
  { lives, held, wakers, counters }: PlainStore,
): T {
  return Object.assign(peer, { lives, held, wakers, counters });
}

/** A store in memory as it can be tested whole: a second handle is the same, and it outlives a reopening. */
export function underTest(store: PlainStore, clock: ManualClock): StoreUnderTest {
  return {
    store,
    peer: () => store,
    skewed: (offsetMs) => share(new PlainStore(skewedClock(offsetMs, clock)), store),
    reopen: () => store,
    advance: (ms) => clock.advance(ms),
  };
}

/** Changes the events of a batch, and leaves what is none as it is. */
export function changed(
  batch: readonly DraftEvent[],
  change: (event: DraftEvent) => DraftEvent,
): readonly DraftEvent[] {
  return Array.from(
    batch,
    (event: unknown) =>
      typeof event === "object" && event !== null
        ? change(event as DraftEvent)
        : event as DraftEvent,
  );
}

const passing: Set<Promise<void>> = new Set();

/** Lets some turns of the event loop pass, as a driver does. */
export function turns(count: number): Promise<void> {
  const passed = after(count);
  passing.add(passed);
  return passed.finally(() => passing.delete(passed));
}

function after(count: number): Promise<void> {
  return new Promise((resolve) => {
    const turn = (left: number) => left === 0 ? resolve() : void setTimeout(turn, 0, left - 1);
    turn(count);
  });
}

/**
 * Waits until nothing goes on any more: what a case that failed had begun has then come to its end. The clock too is
 * moved in turns.
 */
export async function allTurns(): Promise<void> {
  do {
    await Promise.all(passing);
    await after(8);
  } while (passing.size > 0);
}
