import { seedCases, strictCases } from "../case_spec.ts";
import type { CaseSpec } from "../case_spec.ts";
import { note, notes, payloadsOf, readAll, threadIds } from "../events.ts";
import { expectEqual, expectRefusal } from "../expectations.ts";
import { LONG_MS } from "../lab.ts";

const seed = seedCases("delete");
const strict = strictCases("delete");

/** What must hold of deleting. */
export const DELETE_CASES: readonly CaseSpec[] = [
  seed("test_delete_removes_the_thread", async ({ store }) => {
    await store.append("t", notes(1, 3));
    await store.append("u", notes(1, 2));
    await store.delete("t");
    expectEqual(await readAll(store, "t"), [], "the deleted thread");
    expectEqual(await payloadsOf(store, "u"), [1, 2], "the other thread");
    const [entry] = await store.append("t", [note("new")], { expected: 0 });
    expectEqual([entry?.position, entry?.event.seq], [1, 0], "the first position and seq");
    expectEqual(await payloadsOf(store, "t"), ["new"], "the new thread");
  }),
  seed("test_delete_of_an_unknown_thread_is_a_noop", async ({ store }) => {
    await store.delete("t");
    expectEqual(await threadIds(store), [], "the threads");
    await store.append("t", [note(1)], { expected: 0 });
  }),
  seed("test_a_stale_expectation_on_a_missing_thread_creates_nothing", async ({ store }) => {
    await expectRefusal(
      "position 3 of none",
      "STREAM_MOVED",
      () => store.append("t", [note(1)], { expected: 3 }),
    );
    expectEqual(await readAll(store, "t"), [], "the log");
    expectEqual(await threadIds(store), [], "the threads");
    await store.append("t", [note(1)], { expected: 0 });
    expectEqual(await payloadsOf(store, "t"), [1], "the log");
  }),
  strict("a second time does nothing", async ({ store }) => {
    await store.append("t", [note(1)]);
    await store.append("u", [note(1)]);
    await store.delete("t");
    await store.delete("t");
    await store.delete("never");
    await store.delete("never");
    expectEqual(await threadIds(store), ["u"], "the threads");
  }, { seen: "kurrent-io/KurrentDB#4637" }),
  strict("a late append of the old owner brings nothing back", async ({ store }) => {
    const lease = await store.acquire("t", "A", LONG_MS);
    await store.append("t", [note(1)], { lease });
    await store.delete("t");
    await expectRefusal(
      "an append under the lease of a deleted thread",
      "LEASE_EXPIRED",
      () => store.append("t", [note("late")], { lease }),
    );
    expectEqual(await threadIds(store), [], "the threads");
    expectEqual(await readAll(store, "t"), [], "the log");
  }, { seen: "langchain-ai/langgraph#7206" }),
  strict("the old position is stale afterwards", async ({ store }) => {
    await store.append("t", notes(1, 3));
    await store.delete("t");
    const { actual } = await expectRefusal(
      "the old position",
      "STREAM_MOVED",
      () => store.append("t", [note(4)], { expected: 3 }),
    );
    expectEqual(actual, 0, "the actual position");
    expectEqual(await threadIds(store), [], "the threads");
  }, { seen: "JasperFx/marten#2864" }),
  strict("every stream begins anew", async ({ store }) => {
    await store.append("t", [...notes(1, 2), ...notes(1, 3, "b")]);
    await store.delete("t");
    await store.append("t", [note(1, "b")]);
    const [entry] = await store.append("t", [note(1)]);
    expectEqual([entry?.position, entry?.event.seq], [2, 0], "position and seq of the other");
  }),
  strict("a thread whose id begins alike stays", async ({ store }) => {
    for (const id of ["a", "ab", "a/b", "a:b", "a%", "b"]) await store.append(id, [note(id)]);
    await store.delete("a");
    await store.delete("a%");
    expectEqual(await threadIds(store), ["b", "a:b", "a/b", "ab"], "the threads");
    for (const id of ["ab", "a/b", "a:b", "b"]) {
      expectEqual(await payloadsOf(store, id), [id], `the log of '${id}'`);
    }
  }),
  strict("a thread made anew is there at once, in place of the old", async ({ store }) => {
    await store.append("t", notes(1, 400));
    await store.delete("t");
    await store.append("t", notes(1001, 2));
    expectEqual(await payloadsOf(store, "t"), [1001, 1002], "the log");
    const { value } = await store.readBackwards("t").next();
    expectEqual(value?.position, 2, "the last position");
    expectEqual((await readAll(store, "t", { after: 1 })).length, 1, "how many come after 1");
  }, { seen: "kurrent-io/KurrentDB#1744" }),
];
