import fc from "fast-check";
import { systemClock } from "../../../src/clock.ts";
import { DenoKvTraceStore } from "../../../src/store/kv/deno_kv_trace_store.ts";
import type { KvLike } from "../../../src/store/kv/kv_like.ts";
import type { TraceStore } from "../../../src/store/trace_store.ts";
import { ScheduledKv } from "./scheduled_kv.ts";

/** What calls are played on. */
export interface Scene {
  /** The database. */
  readonly kv: ScheduledKv;
  /** The time of both; moved at once, as whatever waits meanwhile would let others go first. */
  readonly clock: { nowMs: number };
  /** Two stores over one database, as two processes have them. */
  readonly stores: readonly [TraceStore, TraceStore];
  /** Lets calls run in the order of the scheduler. */
  run<T>(work: Promise<T>): Promise<T>;
}

/**
 * Plays calls on two stores over one database whose answers come in any order, as a scheduler picks them.
 *
 * @param numRuns How many orders are tried.
 * @param play Makes the calls, and looks at what comes of them.
 * @param meddle Changes the database, to show that a wrong one is found.
 */
export async function inAnyOrder(
  numRuns: number,
  play: (scene: Scene) => Promise<void>,
  meddle: (kv: ScheduledKv) => KvLike = (kv) => kv,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.boolean(), async (scheduler, stamps) => {
      const kv = new ScheduledKv(scheduler, { stamps });
      const clock = { nowMs: 0 };
      const open = () =>
        new DenoKvTraceStore(meddle(kv), { clock: { ...systemClock, now: () => clock.nowMs } });
      await play({
        kv,
        clock,
        stores: [open(), open()],
        run: (work) => scheduler.waitFor(work),
      });
    }),
    { numRuns },
  );
}
