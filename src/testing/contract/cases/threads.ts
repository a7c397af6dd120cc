import type { TraceStore } from "../../../store/trace_store.ts";
import { seedCases, strictCases } from "../case_spec.ts";
import type { CaseSpec } from "../case_spec.ts";
import { note, notes, threadIds, upTo } from "../events.ts";
import { expectEqual, expectRangeError } from "../expectations.ts";
import { LONG_MS } from "../lab.ts";

const seed = seedCases("threads");
const strict = strictCases("threads");

/** What must hold of the list of threads. */
export const THREADS_CASES: readonly CaseSpec[] = [
  seed("test_threads_lists_each_thread_with_its_first_event_newest_first", async ({ store }) => {
    const summaries: unknown[] = [];
    for (const thread of ["c", "a", "b"]) {
      const [first] = await store.append(thread, notes(1, 2));
      summaries.unshift({ thread, first });
    }
    expectEqual(await store.threads(), summaries, "the threads");
  }),
  seed("test_threads_pages_follow_one_another_until_the_last", async ({ store }) => {
    await makeThreads(store, ["c", "a", "e", "b", "d"]);
    const pages: (readonly string[])[] = [];
    let before: string | undefined;
    for (let count = 0; count < 4; count++) {
      const page = await store.threads({ before, limit: 2 });
      pages.push(page.map(({ thread }) => thread));
      before = page.at(-1)?.thread ?? before;
    }
    expectEqual(pages, [["d", "b"], ["e", "a"], ["c"], []], "the pages");
    expectEqual(await store.threads({ before: "unknown" }), [], "the page after an unknown id");
  }),
  seed("test_threads_leaves_out_deleted_threads_and_bare_leases", async ({ store }) => {
    await makeThreads(store, ["a", "b", "c"]);
    await store.delete("b");
    await store.acquire("leased", "A", LONG_MS);
    expectEqual(await threadIds(store), ["c", "a"], "the threads");
  }),
  strict("threads made at once are in the order of their births", async ({ store }) => {
    const ids = ["c", "a", "b", "e", "d", "10", "9"];
    await makeThreads(store, ids);
    expectEqual(await threadIds(store), [...ids].reverse(), "the threads");
  }, { seen: "langchain-ai/langgraph#7179" }),
  strict("250 threads in pages of 60, without gap and double", async ({ store }) => {
    const ids = upTo(250).map((number) => `thread ${number}`);
    await makeThreads(store, ids);
    const found: string[] = [];
    for (let count = 0; count < 6; count++) {
      const page = await store.threads({ before: found.at(-1), limit: 60 });
      found.push(...page.map(({ thread }) => thread));
    }
    expectEqual(found, ids.reverse(), "the threads of all pages");
  }, { seen: "inngest/inngest#1409" }),
  strict("gives 100 unless told", async ({ store }) => {
    await makeThreads(store, upTo(110).map(String));
    expectEqual((await store.threads()).length, 100, "how many there are");
    expectEqual((await store.threads({ limit: 105 })).length, 105, "how many of 105");
  }),
  strict("a later append does not move a thread", async ({ store }) => {
    await makeThreads(store, ["a", "b"]);
    await store.append("a", [note(2)]);
    expectEqual(await threadIds(store), ["b", "a"], "the threads");
    const page = await store.threads({ before: "b" });
    expectEqual(page.map(({ thread }) => thread), ["a"], "the page after the newest");
  }, { seen: "langchain-ai/langgraph#6922" }),
  strict("a thread made anew is the newest", async ({ store }) => {
    await makeThreads(store, ["a", "b", "c"]);
    await store.delete("a");
    const [first] = await store.append("a", [note("new")]);
    expectEqual(await threadIds(store), ["a", "c", "b"], "the threads");
    expectEqual((await store.threads({ limit: 1 }))[0]?.first, first, "its first entry");
  }),
  strict("the page after a deleted thread is empty", async ({ store }) => {
    await makeThreads(store, ["a", "b", "c"]);
    await store.delete("b");
    expectEqual(await store.threads({ before: "b" }), [], "the page");
  }),
  strict("a limit that is none is refused", async ({ store }) => {
    await makeThreads(store, ["a"]);
    for (const limit of [0, -1, 0.5, NaN]) {
      await expectRangeError(`limit: ${limit}`, () => store.threads({ limit }));
    }
  }),
];

async function makeThreads(store: TraceStore, ids: readonly string[]): Promise<void> {
  for (const id of ids) await store.append(id, [note(id)]);
}
