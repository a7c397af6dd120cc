import type { AppendOptions } from "../../../store/trace_store.ts";
import { strictCases } from "../case_spec.ts";
import type { CaseSpec } from "../case_spec.ts";
import { note, notes, payloadsOf, upTo } from "../events.ts";
import { broken, expectEqual, expectThat, refusalOf, thrownText } from "../expectations.ts";
import { LONG_MS } from "../lab.ts";
import type { Lab } from "../lab.ts";

const strict = strictCases("lost");

/** How far an append may get before its answer is given up: some turns of the microtasks, then of the event loop. */
const ROUNDS = upTo(12, 0);

/** What must hold of an append whose answer nobody waited for: whether it landed is unknown, but it can be found out. */
export const LOST_CASES: readonly CaseSpec[] = [
  strict("an append that is aborted under way lands whole or not at all", async (lab) => {
    const { store } = lab;
    for (const round of ROUNDS) {
      const id = `t${round}`;
      await store.append(id, [note(0)]);
      const isAnswered = await appendAndAbort(lab, id, round, notes(1, 5), { expected: 1 });
      for (const look of ["at once", "a while later"]) {
        const log = await payloadsOf(store, id);
        const isWhole = log.length === 6 || (log.length === 1 && !isAnswered);
        expectThat(isWhole, `all 5 events or none, ${look}`, `there were ${log.length - 1}`);
        expectEqual(log, upTo(log.length - 1, 0), "the log");
        if (round % 4 === 0) await lab.settle();
      }
    }
  }),
  strict("an append that is tried again where its answer was lost lands once", async (lab) => {
    const { store } = lab;
    for (const round of ROUNDS) {
      const id = `t${round}`;
      await appendAndAbort(lab, id, round, [note("once")], { expected: 0 });
      const again = await store.append(id, [note("once")], { expected: 0 }).catch(movedTo);
      if (typeof again === "number") expectEqual(again, 1, "the position it is said to be at");
      if (round % 4 === 0) await lab.settle();
      expectEqual(await payloadsOf(store, id), ["once"], "the log");
    }
  }),
  strict("an append that is aborted leaves its lease as it was", async (lab) => {
    const { store } = lab;
    for (const round of ROUNDS) {
      const id = `t${round}`;
      await store.append(id, [note(0)]);
      const lease = await store.acquire(id, "A", LONG_MS);
      await appendAndAbort(lab, id, round, [note(1)], { lease, expected: 1 });
      expectEqual(await store.lease(id), lease, "the lease");
      const again = await store.append(id, [note(1)], { lease, expected: 1 }).catch(movedTo);
      if (typeof again === "number") expectEqual(again, 2, "the position it is said to be at");
      await store.append(id, [note(2)], { lease, expected: 2 });
    }
  }),
];

/**
 * Appends, and gives the answer up after some turns.
 *
 * @returns Whether the answer came all the same.
 */
async function appendAndAbort(
  lab: Lab,
  thread: string,
  turns: number,
  batch: ReturnType<typeof notes>,
  options: AppendOptions,
): Promise<boolean> {
  const controller = new AbortController();
  const reason = new Error("The answer is lost");
  const answer = lab.store.append(thread, batch, { ...options, signal: controller.signal })
    .then(() => true, (error) => {
      if (error === reason) return false;
      const expected = "an append that is aborted to land or to reject with the signal's reason";
      throw broken(expected, `it threw ${thrownText(error)}`, error);
    });
  answer.catch(() => {});
  for (let turn = 0; turn < turns; turn++) {
    if (turn < 6) await undefined;
    else await lab.sleep(0);
  }
  controller.abort(reason);
  return await answer;
}

/** The position that a refusal names as the last. */
function movedTo(error: unknown): number {
  const refusal = refusalOf(error, "STREAM_MOVED");
  if (refusal === undefined) throw error;
  return refusal.info?.actual ?? NaN;
}
