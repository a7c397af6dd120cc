import type { Lease, TraceStore } from "../../../store/trace_store.ts";
import { strictCases } from "../case_spec.ts";
import type { CaseSpec } from "../case_spec.ts";
import { note, payloadsOf, positionsOf, readAll, take, threadIds, upTo } from "../events.ts";
import { expectEqual, expectThat, refusalOf } from "../expectations.ts";
import { LONG_MS } from "../lab.ts";
import { expectStale } from "./lease_seed.ts";

const strict = strictCases("skew", "skewed");

/** How far the clocks of two machines may be apart, in milliseconds, and much further than any lease here lasts. */
const HOUR_MS = 3_600_000;

/** By how much the second handle's clock is off, and what is said of it. */
const OFFSETS: readonly (readonly [offsetMs: number, what: string])[] = [
  [HOUR_MS, "an hour ahead"],
  [-HOUR_MS, "an hour behind"],
  [1000, "a second ahead"],
  [-1000, "a second behind"],
];

/** What must hold of two handles whose clocks differ: a clock decides when a lease is over, never who may write. */
export const SKEW_CASES: readonly CaseSpec[] = [
  strict("tokens grow, whatever the clock of who takes the lease", async (lab) => {
    const { store } = lab;
    const handles = [store];
    for (const [offsetMs] of OFFSETS) handles.push(await lab.skewed(offsetMs));
    const tokens: string[] = [];
    for (const handle of [...handles, ...handles.toReversed()]) {
      const lease = await handle.acquire("t", "A", LONG_MS);
      tokens.push(lease.token);
      await handle.release(lease);
    }
    const index = tokens.findIndex((token, at) => at > 0 && token <= tokens[at - 1]!);
    expectThat(
      index < 0,
      "every token to be greater than the one before, whatever the clocks",
      `'${tokens[index]}' came after '${tokens[index - 1]}'`,
    );
  }),
  strict("who has lost the lease writes nothing, though it lasts by his clock", async (lab) => {
    for (const [index, [offsetMs, what]] of OFFSETS.entries()) {
      const id = `t${index}`;
      const skewed = await lab.skewed(offsetMs);
      // Whoever is ahead holds the other's lease for over.
      const [slow, fast] = offsetMs > 0 ? [lab.store, skewed] : [skewed, lab.store];
      const lease = await slow.acquire(id, "A", LONG_MS);
      await slow.append(id, [note("A")], { lease });
      await expectOneHolder({ slow, fast, lease, what });
    }
  }, { seen: "kubernetes/client-go#448" }),
  strict("entries stand in the order they landed in, whatever their times", async (lab) => {
    const handles = [lab.store, await lab.skewed(HOUR_MS), await lab.skewed(-HOUR_MS)];
    for (const number of upTo(9)) {
      await handles[number % 3]!.append("t", [note(number)], { expected: number - 1 });
    }
    for (const handle of handles) {
      expectEqual(await payloadsOf(handle, "t"), upTo(9), "the log");
      const reversed = await take(handle.readBackwards("t"), 9);
      expectEqual(positionsOf(reversed), upTo(9).toReversed(), "the positions backwards");
    }
  }),
  strict("threads are in the order of their births, whatever the clocks", async (lab) => {
    const handles = [lab.store, await lab.skewed(HOUR_MS), await lab.skewed(-HOUR_MS)];
    const ids = ["c", "a", "e", "b", "d", "f"];
    for (const [index, id] of ids.entries()) await handles[index % 3]!.append(id, [note(id)]);
    for (const handle of handles) {
      expectEqual(await threadIds(handle), ids.toReversed(), "the threads");
      const page = await handle.threads({ before: "b", limit: 2 });
      expectEqual(page.map(({ thread }) => thread), ["e", "a"], "a page of them");
    }
  }),
  strict("a follower gets what bears an earlier time than what it has", async (lab) => {
    const behind = await lab.skewed(-HOUR_MS);
    await lab.store.append("t", [note(1)]);
    const reader = lab.follow("t");
    await lab.moving(take(reader, 1));
    for (const number of upTo(4, 2)) {
      const waiting = take(reader, 1);
      await lab.settle();
      await behind.append("t", [note(number)]);
      expectEqual(positionsOf(await lab.moving(waiting)), [number], "the position that came");
    }
    expectEqual((await readAll(behind, "t")).length, 4, "how many entries there are");
  }),
];

/** Two handles, the lease of the one whose clock is behind, and how far apart they are. */
interface Contest {
  readonly slow: TraceStore;
  readonly fast: TraceStore;
  readonly lease: Lease;
  readonly what: string;
}

/** Makes sure that the lease has one holder, whichever of the two it is. */
async function expectOneHolder({ slow, fast, lease, what }: Contest): Promise<void> {
  const id = lease.thread;
  const taken = await fast.acquire(id, "B", LONG_MS).catch((error) => {
    // It goes by the clock of a server, or the lease lasts by both clocks.
    if (refusalOf(error, "LEASE_HELD") !== undefined) return undefined;
    throw error;
  });
  if (taken === undefined) {
    await slow.append(id, [note("A")], { lease });
    return;
  }
  const grows = taken.token > lease.token;
  expectThat(grows, `a greater token where a clock is ${what}`, `it was '${taken.token}'`);
  await fast.append(id, [note("B")], { lease: taken });
  await expectStale(slow, lease);
  expectEqual((await fast.lease(id))?.token, taken.token, `the lease where a clock is ${what}`);
  await fast.append(id, [note("B")], { lease: taken });
}
