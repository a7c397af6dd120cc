import type { SealedEvent } from "../../../store/trace_event.ts";
import type { TraceStore } from "../../../store/trace_store.ts";
import { seedCases, strictCases } from "../case_spec.ts";
import type { CaseSpec } from "../case_spec.ts";
import { note, notes, payloadsOf, readAll, sealedNote, threadIds, upTo } from "../events.ts";
import { expectEqual, expectRefusal, expectThat } from "../expectations.ts";
import { LONG_MS } from "../lab.ts";

const seed = seedCases("load");
const strict = strictCases("load");

/** What must hold of loading. */
export const LOAD_CASES: readonly CaseSpec[] = [
  seed("test_load_restores_a_sealed_log_of_several_streams", async ({ store }) => {
    const log = [
      sealedNote(0, 1),
      sealedNote(0, 2, "b"),
      sealedNote(1, 3),
      sealedNote(0, 4, "c"),
      { ...sealedNote(1, 5, "b"), ts: "2026-01-02T03:04:06.000Z" },
    ];
    await store.load("t", log);
    const found = await readAll(store, "t");
    expectEqual(found, log.map((event, at) => ({ position: at + 1, event })), "the log");
    const given = await store.append("t", [note(6, "b"), note(7), note(8, "d")], { expected: 5 });
    const numbers = given.map(({ position, event }) => [position, event.seq]);
    expectEqual(numbers, [[6, 2], [7, 2], [8, 0]], "positions and seqs of the next events");
  }),
  seed("test_load_replaces_the_thread_it_names", async ({ store }) => {
    await store.append("t", notes(1, 5));
    await store.append("u", [note("other")]);
    await store.load("t", [sealedNote(0, "loaded", "b")]);
    expectEqual(await payloadsOf(store, "t"), ["loaded"], "the log");
    expectEqual(await payloadsOf(store, "u"), ["other"], "the other log");
    const [entry] = await store.append("t", [note("more")], { expected: 1 });
    expectEqual([entry?.position, entry?.event.seq], [2, 0], "the next position and seq");
  }),
  seed("test_load_refuses_unsealed_and_gapped_logs", async ({ store }) => {
    await store.append("old", [note(1)]);
    for (const thread of ["t", "old"]) {
      await expectInvalid(store, thread, "an unsealed event", [note(1) as SealedEvent]);
      const gapped = [sealedNote(0, 1), sealedNote(2, 2)];
      await expectInvalid(store, thread, "a gap in the seqs", gapped);
    }
    expectEqual(await readAll(store, "t"), [], "the log");
    expectEqual(await payloadsOf(store, "old"), [1], "the thread that was there");
    expectEqual(await threadIds(store), ["old"], "the threads");
  }),
  strict("an empty log deletes", async ({ store }) => {
    await store.append("t", [note(1)]);
    await store.load("t", []);
    await store.load("u", []);
    expectEqual(await threadIds(store), [], "the threads");
    await store.append("t", [note(2)], { expected: 0 });
    expectEqual(await payloadsOf(store, "t"), [2], "the log");
  }),
  strict("a log may come bit by bit", async ({ store }) => {
    await store.load("t", bitByBit([sealedNote(0, 1), sealedNote(1, 2)]));
    expectEqual(await payloadsOf(store, "t"), [1, 2], "the log");
  }),
  strict("a log that breaks off lands nothing", async ({ store }) => {
    await store.append("t", [note(1)]);
    const reason = new Error("Broken off");
    for (const thread of ["t", "u"]) {
      const loading = store.load(thread, breaksOff(reason));
      const error = await loading.then(() => undefined, (thrown) => thrown);
      expectThat(error === reason, "load() to reject with what the log threw", `it was ${error}`);
    }
    expectEqual(await payloadsOf(store, "t"), [1], "the log");
    expectEqual(await threadIds(store), ["t"], "the threads");
  }),
  strict("a refused log leaves lease and followers", async (lab) => {
    const { store } = lab;
    await store.append("t", [note(1)]);
    const lease = await store.acquire("t", "A", LONG_MS);
    const waiting = lab.follow("t", 1).next();
    await expectInvalid(store, "t", "a gap in the seqs", [sealedNote(0, 1), sealedNote(2, 2)]);
    expectEqual(await store.lease("t"), lease, "the lease");
    await store.append("t", [note(2)], { lease });
    expectEqual((await waiting).value?.position, 2, "what the follower gives next");
  }),
  strict("INVALID_LOG tells the event", async ({ store }) => {
    const log = [sealedNote(0, 1), sealedNote(1, 2), sealedNote(3, 3)];
    const { index } = await expectRefusal(
      "a gap in the seqs",
      "INVALID_LOG",
      () => store.load("t", log),
    );
    expectEqual(index, 2, "the index it tells");
  }),
  strict("seqs that are no 0, 1, 2 … within each stream are refused", async ({ store }) => {
    const logs = [[1], [0, 0], [1, 0], [0, 2, 1], [-1, 0], [0, 0.5]];
    for (const seqs of logs) {
      const log = seqs.map((seq) => sealedNote(seq, seq));
      await expectInvalid(store, "t", `the seqs ${seqs.join(", ")}`, log);
      const second = [sealedNote(0, 0, "b"), ...log];
      await expectInvalid(store, "t", `the seqs ${seqs.join(", ")} in a second stream`, second);
    }
    expectEqual(await threadIds(store), [], "the threads");
  }),
  strict("a ts that is none is refused", async ({ store }) => {
    for (const ts of [1767323045678, "", "yesterday", null, undefined]) {
      const log = [{ ...sealedNote(0, 1), ts: ts as string }];
      await expectInvalid(store, "t", `the ts ${ts}`, log);
    }
  }),
  strict("payloads and names are checked as in append()", async ({ store }) => {
    await store.append("t", [note(1)]);
    const bad = [sealedNote(0, NaN), sealedNote(0, new Date(0) as never), sealedNote(0, 1, "")];
    for (const event of bad) {
      await expectRefusal(
        "an event out of the domain",
        "INVALID_EVENT",
        () => store.load("t", [event]),
      );
    }
    expectEqual(await payloadsOf(store, "t"), [1], "the log");
  }),
  strict("a change to the log afterwards is not kept", async ({ store }) => {
    const payload = { list: [1] };
    const log = [sealedNote(0, payload)];
    await store.load("t", log);
    payload.list.push(2);
    log.push(sealedNote(1, "more"));
    expectEqual(await payloadsOf(store, "t"), [{ list: [1] }], "the log");
  }),
  strict("a thread that is loaded is the newest", async ({ store }) => {
    for (const id of ["a", "b", "c"]) await store.append(id, [note(id)]);
    await store.load("a", [sealedNote(0, "loaded")]);
    expectEqual(await threadIds(store), ["a", "c", "b"], "the threads");
  }),
  strict("a long log is loaded whole", async ({ store }) => {
    const log = upTo(2500).map((payload, at) => sealedNote(at, payload));
    await store.load("t", log);
    expectEqual(await payloadsOf(store, "t"), upTo(2500), "the log");
    const [entry] = await store.append("t", [note(2501)], { expected: 2500 });
    expectEqual(entry?.event.seq, 2500, "the next seq");
  }),
  strict("what a read gives makes the same thread elsewhere", async ({ store }) => {
    await store.append("t", [note(1), note({ b: [null], a: "\u0000" }, "b")]);
    await store.append("t", [note(3)]);
    const entries = await readAll(store, "t");
    await store.load("u", entries.map(({ event }) => event));
    expectEqual(await readAll(store, "u"), entries, "the copy");
  }),
];

async function expectInvalid(
  store: TraceStore,
  thread: string,
  what: string,
  log: readonly SealedEvent[],
): Promise<void> {
  await expectRefusal(what, "INVALID_LOG", () => store.load(thread, log));
}

async function* bitByBit(log: readonly SealedEvent[]): AsyncGenerator<SealedEvent> {
  for (const event of log) {
    await undefined;
    yield event;
  }
}

function* breaksOff(reason: Error): Generator<SealedEvent> {
  yield sealedNote(0, "no");
  throw reason;
}
