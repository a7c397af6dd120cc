import { strictCases } from "../case_spec.ts";
import type { CaseSpec } from "../case_spec.ts";
import { note, notes, payloadsOf, readAll, sealedNote, threadIds } from "../events.ts";
import { expectEqual, expectRefusal, expectThat } from "../expectations.ts";
import { LONG_MS } from "../lab.ts";

const strict = strictCases("durable", "reopen");

/** What must hold of a store that is closed and opened again. */
export const DURABLE_CASES: readonly CaseSpec[] = [
  strict("a log is as it was", async (lab) => {
    const { store } = lab;
    await store.append("t", [note({ text: "\u0000\ud800", list: [1.5, null] }), note(2, "b")]);
    await store.append("t", [note(3)]);
    const before = await readAll(store, "t");
    const reopened = await lab.reopen();
    expectEqual(await readAll(reopened, "t"), before, "the log");
    const { value } = await reopened.readBackwards("t").next();
    expectEqual(value, before.at(-1), "the last entry");
  }),
  strict("positions and seqs go on", async (lab) => {
    await lab.store.append("t", [...notes(1, 2), note(3, "b")]);
    const reopened = await lab.reopen();
    const given = await reopened.append("t", [note(4, "b"), note(5), note(6, "c")], {
      expected: 3,
    });
    const numbers = given.map(({ position, event }) => [position, event.seq]);
    expectEqual(numbers, [[4, 1], [5, 2], [6, 0]], "the next positions and seqs");
  }),
  strict("a lease still holds", async (lab) => {
    const lease = await lab.store.acquire("t", "A", LONG_MS);
    const reopened = await lab.reopen();
    expectEqual(await reopened.lease("t"), lease, "the lease");
    await expectRefusal("another owner", "LEASE_HELD", () => reopened.acquire("t", "B", LONG_MS));
    await reopened.append("t", [note(1)], { lease });
  }),
  strict("tokens still grow", async (lab) => {
    const old = await lab.store.acquire("t", "A", LONG_MS);
    await lab.store.release(old);
    await lab.store.delete("t");
    const reopened = await lab.reopen();
    const lease = await reopened.acquire("t", "A", LONG_MS);
    const grows = lease.token > old.token;
    expectThat(grows, "a greater token", `'${lease.token}' came after '${old.token}'`);
    await expectRefusal(
      "the old lease",
      "LEASE_EXPIRED",
      () => reopened.append("t", [note(1)], { lease: old }),
    );
  }),
  strict("deleted threads stay deleted", async (lab) => {
    await lab.store.append("t", notes(1, 2));
    await lab.store.append("u", [note(1)]);
    await lab.store.delete("t");
    const reopened = await lab.reopen();
    expectEqual(await threadIds(reopened), ["u"], "the threads");
    const [entry] = await reopened.append("t", [note("new")], { expected: 0 });
    expectEqual([entry?.position, entry?.event.seq], [1, 0], "the first position and seq");
  }),
  strict("threads stay in the order of their births", async (lab) => {
    for (const id of ["b", "a", "c"]) await lab.store.append(id, [note(id)]);
    const reopened = await lab.reopen();
    await reopened.append("aa", [note("new")]);
    expectEqual(await threadIds(reopened), ["aa", "c", "a", "b"], "the threads");
    const page = await reopened.threads({ before: "c", limit: 1 });
    expectEqual(page.map(({ thread }) => thread), ["a"], "a page");
  }),
  strict("a loaded log is there", async (lab) => {
    await lab.store.append("t", [note("old")]);
    await lab.store.load("t", [sealedNote(0, 1), sealedNote(0, 2, "b")]);
    const reopened = await lab.reopen();
    expectEqual(await payloadsOf(reopened, "t"), [1, 2], "the log");
    await reopened.append("t", [note(3)], { expected: 2 });
  }),
];
