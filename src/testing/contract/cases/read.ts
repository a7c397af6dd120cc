import { seedCases, strictCases } from "../case_spec.ts";
import type { CaseSpec } from "../case_spec.ts";
import {
  collect,
  note,
  notes,
  payloadsOf,
  positionsOf,
  readAll,
  sealedNote,
  take,
  upTo,
} from "../events.ts";
import { expectEqual, expectRangeError, expectReason, refusalOf } from "../expectations.ts";
import type { Entry } from "../../../store/trace_event.ts";
import type { TraceStore } from "../../../store/trace_store.ts";

const seed = seedCases("read");
const strict = strictCases("read");

/** What must hold of reading what is there. */
export const READ_CASES: readonly CaseSpec[] = [
  seed("test_read_numbers_appends_gaplessly_in_append_order", async ({ store }) => {
    await store.append("t", [note(1), note(2, "b")]);
    await store.append("t", [note(3, "c")]);
    await store.append("t", [note(4), note(5, "b")]);
    const found = (await readAll(store, "t")).map(({ position, event }) => [
      position,
      event.payload,
    ]);
    expectEqual(found, upTo(5).map((number) => [number, number]), "positions and payloads");
  }),
  seed("test_read_after_a_cursor_skips_what_was_seen", async ({ store }) => {
    await store.append("t", notes(1, 3));
    await store.append("t", notes(4, 2, "b"));
    for (const after of [0, 1, 3, 4, 5]) {
      const found = positionsOf(await readAll(store, "t", { after }));
      expectEqual(found, upTo(5, after + 1), `the positions after ${after}`);
    }
  }),
  seed("test_positions_are_per_thread", async ({ store }) => {
    await store.append("t", notes(1, 2));
    await store.append("u", notes(1, 3));
    const [entry] = await store.append("t", [note(3)]);
    expectEqual(entry?.position, 3, "the next position of the first thread");
    expectEqual(positionsOf(await readAll(store, "u")), [1, 2, 3], "those of the second");
  }),
  seed("test_read_of_an_unknown_thread_is_empty", async ({ store }) => {
    expectEqual(await readAll(store, "t"), [], "what is read");
    expectEqual(await readAll(store, "t", { follow: true }), [], "what is followed");
  }),
  seed("test_read_backwards_yields_the_log_newest_first", async ({ store }) => {
    await store.append("t", [note(1), note(2, "b"), note(3)]);
    await store.append("t", [note(4, "b"), note(5)]);
    const forwards = await readAll(store, "t");
    expectEqual(await collect(store.readBackwards("t")), forwards.reverse(), "what is read");
  }),
  seed("test_read_backwards_of_an_unknown_thread_is_empty", async ({ store }) => {
    expectEqual(await collect(store.readBackwards("t")), [], "what is read");
  }),
  seed("test_read_backwards_reaches_the_first_event_of_a_long_thread", async ({ store }) => {
    for (let from = 1; from <= 301; from += 43) await store.append("t", notes(from, 43));
    const found = await collect(store.readBackwards("t"));
    expectEqual(positionsOf(found), [...upTo(301)].reverse(), "the positions");
  }),
  seed("test_read_backwards_stops_where_its_reader_stops", async ({ store }) => {
    await store.append("t", notes(1, 5));
    const found: number[] = [];
    for await (const { position } of store.readBackwards("t")) {
      found.push(position);
      break;
    }
    expectEqual(found, [5], "the positions until the reader stopped");
    await store.append("t", [note(6)], { expected: 5 });
    expectEqual(await payloadsOf(store, "t"), upTo(6), "the log");
  }),
  strict("pages of a long thread join without gap and double", async ({ store }) => {
    for (let from = 1; from <= 1200; from += 60) await store.append("t", notes(from, 60));
    for (const after of [0, 1, 63, 99, 100, 255, 256, 299, 511, 999, 1000, 1023, 1199]) {
      const found = positionsOf(await readAll(store, "t", { after }));
      expectEqual(found, upTo(1200, after + 1), `the positions after ${after}`);
    }
  }, { seen: "commanded/eventstore#297" }),
  strict("the first read gives what append gave, first and last included", async ({ store }) => {
    const given = [...await store.append("t", notes(1, 3)), ...await store.append("t", [note(4)])];
    expectEqual(await readAll(store, "t", { after: 0 }), given, "what is read");
  }, { seen: "thenativeweb/node-eventstore#168" }),
  strict("what a read gives can be changed without harm", async ({ store }) => {
    const given = await store.append("t", [note({ list: [1], text: "old" })]);
    const summaries = await store.threads();
    const read = [...given, ...await readAll(store, "t"), ...summaries.map(({ first }) => first)];
    read.push(...await collect(store.readBackwards("t")));
    for (const { event } of read) tryChange(event.payload);
    expectEqual(await payloadsOf(store, "t"), [{ list: [1], text: "old" }], "the log");
  }, { seen: "langchain-ai/langgraph#8835" }),
  strict("an aborted signal rejects with its reason", async ({ store }) => {
    await store.append("t", notes(1, 3));
    const controller = new AbortController();
    const { signal } = controller;
    const forwards = store.read("t", { signal });
    const backwards = store.readBackwards("t", { signal });
    await take(forwards, 1);
    await take(backwards, 1);
    const reason = new Error("enough");
    controller.abort(reason);
    await expectReason("read()", reason, () => forwards.next());
    await expectReason("readBackwards()", reason, () => backwards.next());
  }),
  strict("return() ends it", async ({ store }) => {
    await store.append("t", notes(1, 3));
    for (const reader of [store.read("t"), store.readBackwards("t")]) {
      await take(reader, 1);
      await reader.return?.();
      expectEqual(await take(reader, 1), [], "what comes after return()");
    }
  }),
  strict("a reader gives no entry of the next thread of the id", async ({ store }) => {
    await store.append("t", notes(1, 3).map(({ payload }) => note(`old ${payload}`)));
    const reader = store.read("t");
    await take(reader, 1);
    await store.delete("t");
    await store.append("t", notes(1, 600));
    const rest = (await restOf(reader)).map(({ event }) => event.payload);
    const foreign = rest.filter((payload) => typeof payload !== "string");
    expectEqual(foreign.length, 0, "how many entries are foreign");
  }),
  strict("a long reader gives no entry of the next thread of the id", async ({ store }) => {
    await store.append("t", notes(1, 700).map(({ payload }) => note(`old ${payload}`)));
    const readers = [store.read("t"), store.readBackwards("t")];
    for (const reader of readers) await take(reader, 1);
    await store.delete("t");
    await store.append("t", notes(1, 650));
    for (const reader of readers) {
      const rest = (await restOf(reader)).map(({ event }) => event.payload);
      const foreign = rest.filter((payload) => typeof payload !== "string");
      expectEqual(foreign.length, 0, "how many entries are foreign");
    }
  }, { seen: "kurrent-io/KurrentDB#268" }),
  strict("a thread that is deleted meanwhile is read whole, or THREAD_GONE", async ({ store }) => {
    await expectWholeOrGone(store, () => store.delete("t"));
  }),
  strict("a thread that is replaced meanwhile is read whole, or THREAD_GONE", async ({ store }) => {
    const log = upTo(600).map((seq) => sealedNote(seq - 1, "new"));
    await expectWholeOrGone(store, () => store.load("t", log));
  }),
  strict("a thread made anew meanwhile is read whole, or THREAD_GONE", async ({ store }) => {
    await expectWholeOrGone(store, async () => {
      await store.delete("t");
      await store.append("t", notes(1001, 600));
    });
  }),
  strict("a reader backwards keeps its place while others append", async ({ store }) => {
    await store.append("t", notes(1, 600));
    const reader = store.readBackwards("t");
    const found = [...await take(reader, 1)];
    await store.append("t", notes(601, 50));
    found.push(...await collect(reader));
    expectEqual(positionsOf(found), [...upTo(600)].reverse(), "the positions");
  }),
  strict("two readers do not share their place", async ({ store }) => {
    await store.append("t", notes(1, 4));
    const [one, other] = [store.read("t"), store.read("t")];
    await take(one, 2);
    expectEqual(positionsOf(await collect(other)), upTo(4), "what the second gives");
    expectEqual(positionsOf(await collect(one)), [3, 4], "what is left for the first");
  }),
  strict("calls of next() at once are answered in their order", async ({ store }) => {
    await store.append("t", notes(1, 3));
    const reader = store.read("t");
    const results = await Promise.all(Array.from({ length: 4 }, () => reader.next()));
    const found = results.map(({ done, value }) => done ? "done" : value.position);
    expectEqual(found, [1, 2, 3, "done"], "the positions");
  }),
  strict("options left undefined are as left out", async ({ store }) => {
    await store.append("t", notes(1, 2), { expected: undefined, lease: undefined });
    const options = { after: undefined, follow: undefined, signal: undefined };
    expectEqual(positionsOf(await readAll(store, "t", options)), [1, 2], "the positions");
    const threads = await store.threads({ before: undefined, limit: undefined });
    expectEqual(threads.length, 1, "how many threads are listed");
  }),
  strict("a position beyond the end gives nothing", async ({ store }) => {
    await store.append("t", notes(1, 3));
    for (const after of [4, 2 ** 31, 2 ** 40]) {
      expectEqual(await readAll(store, "t", { after }), [], `what is read after ${after}`);
    }
  }),
  strict("a position that is none is refused", async ({ store }) => {
    await store.append("t", notes(1, 3));
    for (const after of [-1, 0.5, NaN]) {
      await expectRangeError(`after: ${after}`, async () => await readAll(store, "t", { after }));
    }
  }),
];

/**
 * Reads a long thread to and fro, and ends its life in the midst of it. Of many batches and of a large one, as stores
 * page by either.
 */
async function expectWholeOrGone(store: TraceStore, end: () => Promise<void>): Promise<void> {
  for (const back of [false, true]) {
    for (const from of upTo(50)) await store.append("t", notes(from, 1));
    await store.append("t", notes(51, 600));
    const reader = back ? store.readBackwards("t") : store.read("t");
    const found = [...await take(reader, 1)];
    await end();
    let isGone = false;
    found.push(...await restOf(reader, () => isGone = true));
    const whole = back ? [...upTo(650)].reverse() : upTo(650);
    const payloads = found.map(({ event }) => event.payload);
    expectEqual(payloads, isGone ? whole.slice(0, found.length) : whole, "what is read");
    await store.delete("t");
  }
}

/** What is left of a reading, also of one that ends with the refusal to go on. */
async function restOf(
  reader: AsyncIterable<Entry>,
  onGone: () => void = () => {},
): Promise<readonly Entry[]> {
  const found: Entry[] = [];
  try {
    for await (const entry of reader) found.push(entry);
  } catch (error) {
    if (refusalOf(error, "THREAD_GONE") === undefined) throw error;
    onGone();
  }
  return found;
}

/** Changes a payload as a careless reader does; one that is frozen refuses. */
function tryChange(payload: unknown): void {
  const { list } = payload as { list: number[] };
  try {
    list.push(2);
    (payload as { text: string }).text = "new";
  } catch {
    // That is a way to be safe.
  }
}
