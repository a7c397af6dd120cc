import { seedCases, strictCases } from "../case_spec.ts";
import type { CaseSpec } from "../case_spec.ts";
import {
  collect,
  note,
  notes,
  payloadsOf,
  positionsOf,
  sealedNote,
  take,
  upTo,
} from "../events.ts";
import { expectEqual, expectReason } from "../expectations.ts";
import type { Lab } from "../lab.ts";

const seed = seedCases("follow");
const strict = strictCases("follow");

/** What must hold of following. */
export const FOLLOW_CASES: readonly CaseSpec[] = [
  seed("test_a_following_read_yields_live_appends", async (lab) => {
    await lab.store.append("t", [note(1)]);
    const reader = lab.follow("t");
    expectEqual(positionsOf(await take(reader, 1)), [1], "what is there");
    await lab.store.append("t", notes(2, 2));
    expectEqual(positionsOf(await take(reader, 2)), [2, 3], "what came later");
    const waiting = reader.next();
    await lab.store.append("t", [note(4)]);
    expectEqual((await waiting).value?.position, 4, "what came while it waited");
  }),
  seed("test_a_following_read_waits_rather_than_ending_when_caught_up", async (lab) => {
    await lab.store.append("t", [note(1)]);
    const reader = lab.follow("t", 1);
    const waiting = reader.next();
    expectEqual(await stateOf(lab, waiting), "waits", "the follower at the end");
    await lab.store.append("t", [note(2)]);
    expectEqual((await waiting).value?.position, 2, "what it waited for");
  }),
  seed("test_a_following_read_ends_when_the_thread_is_deleted", async (lab) => {
    await lab.store.append("t", [note(1)]);
    const reader = lab.follow("t");
    await take(reader, 1);
    const waiting = reader.next();
    await lab.settle();
    await lab.store.delete("t");
    expectEqual((await waiting).done, true, "whether it has ended");
  }),
  seed(
    "test_a_following_read_ends_at_the_delete_even_when_another_thread_takes_the_id",
    async (lab) => {
      await lab.store.append("t", [note("old")]);
      const reader = lab.follow("t");
      await take(reader, 1);
      const waiting = reader.next();
      await lab.settle();
      await lab.store.delete("t");
      await lab.store.append("t", [note("new"), note("new")]);
      expectEqual((await waiting).done, true, "whether it has ended");
    },
  ),
  seed("test_a_following_read_holding_an_entry_still_ends_after_the_delete", async (lab) => {
    await lab.store.append("t", [note("old"), note("old")]);
    const reader = lab.follow("t");
    await take(reader, 1);
    await lab.store.delete("t");
    await lab.store.append("t", notes(0, 5).map(() => note("new")));
    const rest = (await collect(reader)).filter(({ event }) => event.payload !== "old");
    expectEqual(rest, [], "what it gave of the next thread");
  }),
  strict("return() ends a wait", async (lab) => {
    await lab.store.append("t", [note(1)]);
    const reader = lab.follow("t", 1);
    const waiting = reader.next();
    await lab.settle();
    await reader.return?.();
    expectEqual((await waiting).done, true, "whether it has ended");
    expectEqual((await reader.next()).done, true, "whether it stays so");
  }),
  strict("an aborted signal ends a wait with its reason", async (lab) => {
    await lab.store.append("t", [note(1)]);
    const controller = new AbortController();
    const { signal } = controller;
    const reader = lab.keep(lab.store.read("t", { follow: true, after: 1, signal }));
    const waiting = reader.next();
    await lab.settle();
    const reason = new Error("enough");
    controller.abort(reason);
    await expectReason("the wait", reason, () => waiting);
  }),
  strict("a signal aborted before rejects with its reason", async (lab) => {
    await lab.store.append("t", [note(1)]);
    const reason = new Error("enough");
    const signal = AbortSignal.abort(reason);
    const reader = lab.keep(lab.store.read("t", { follow: true, signal }));
    await expectReason("next()", reason, () => reader.next());
  }),
  strict("a slow reader loses nothing", async (lab) => {
    await lab.store.append("t", [note(1)]);
    const reader = lab.follow("t");
    await take(reader, 1);
    const waiting = reader.next();
    await lab.settle();
    for (let from = 2; from <= 601; from += 20) await lab.store.append("t", notes(from, 20));
    const found = [(await waiting).value?.position, ...positionsOf(await take(reader, 599))];
    expectEqual(found, upTo(601, 2), "the positions");
  }),
  strict("four writers at once are followed in order, each entry once", async (lab) => {
    await lab.store.append("t", [note(0)]);
    const reader = lab.follow("t", 1);
    const following = take(reader, 80);
    await Promise.all(
      upTo(4).map(async (writer) => {
        for (let from = 0; from < 20; from += 4) {
          await lab.store.append("t", notes(writer * 100 + from, 4, `s${writer}`));
        }
      }),
    );
    const found = await following;
    expectEqual(positionsOf(found), upTo(81, 2), "the positions");
    const payloads = found.map(({ event }) => event.payload);
    const log = (await payloadsOf(lab.store, "t")).slice(1);
    expectEqual(payloads, log, "what was followed");
  }, { seen: "event-driven-io/emmett#336" }),
  strict("a load that replaces the thread ends it", async (lab) => {
    await lab.store.append("t", [note("old")]);
    const reader = lab.follow("t");
    await take(reader, 1);
    const waiting = reader.next();
    await lab.settle();
    await lab.store.load("t", [sealedNote(0, "new"), sealedNote(1, "new")]);
    expectEqual((await waiting).done, true, "whether it has ended");
  }),
  strict("an append is not lost between the last look and the wait", async (lab) => {
    await lab.store.append("t", [note(0)]);
    const reader = lab.follow("t", 1);
    for (const index of upTo(24)) {
      const waiting = reader.next();
      for (let turn = 0; turn < index; turn++) await undefined;
      await lab.store.append("t", [note(index)]);
      expectEqual((await waiting).value?.event.payload, index, "what it waited for");
    }
  }, { seen: "commanded/eventstore#309" }),
  strict("two followers of a thread both get everything", async (lab) => {
    await lab.store.append("t", [note(1)]);
    const readers = [lab.follow("t", 1), lab.follow("t", 1)];
    const waiting = readers.map((reader) => take(reader, 3));
    await lab.settle();
    await lab.store.append("t", notes(2, 3));
    for (const taken of await Promise.all(waiting)) {
      expectEqual(positionsOf(taken), [2, 3, 4], "the positions");
    }
  }),
  strict("two calls of next() that wait get one entry each", async (lab) => {
    await lab.store.append("t", [note(1)]);
    const reader = lab.follow("t", 1);
    const waiting = [reader.next(), reader.next()];
    await lab.settle();
    await lab.store.append("t", notes(2, 2));
    const found = (await Promise.all(waiting)).map(({ value }) => value?.position);
    expectEqual(found, [2, 3], "the positions");
  }),
  strict("another thread neither ends nor wakes it", async (lab) => {
    await lab.store.append("t", [note(1)]);
    await lab.store.append("tt", [note("other")]);
    const waiting = lab.follow("t", 1).next();
    await lab.store.append("tt", [note("other"), note("other")]);
    await lab.store.delete("tt");
    expectEqual(await stateOf(lab, waiting), "waits", "the follower");
  }),
  strict("a refused append neither ends nor wakes it", async (lab) => {
    await lab.store.append("t", [note(1)]);
    const waiting = lab.follow("t", 1).next();
    await lab.store.append("t", [note(2)], { expected: 0 }).catch(() => {});
    await lab.store.append("t", [note(2), sealedNote(0, 0)]).catch(() => {});
    await lab.store.append("t", []);
    expectEqual(await stateOf(lab, waiting), "waits", "the follower");
    await lab.store.append("t", [note(2)]);
    expectEqual((await waiting).value?.position, 2, "what it waited for");
  }),
  strict("a large batch is followed whole", async (lab) => {
    await lab.store.append("t", [note(0)]);
    const reader = lab.follow("t", 1);
    const following = take(reader, 1100);
    await lab.settle();
    await lab.store.append("t", notes(1, 1100));
    expectEqual(positionsOf(await following), upTo(1101, 2), "the positions");
  }),
  strict("beyond the end it waits for the position after", async (lab) => {
    await lab.store.append("t", notes(1, 2));
    const waiting = lab.follow("t", 4).next();
    await lab.settle();
    await lab.store.append("t", notes(3, 2));
    expectEqual(await stateOf(lab, waiting), "waits", "the follower");
    await lab.store.append("t", [note(5)]);
    expectEqual((await waiting).value?.position, 5, "what it waited for");
  }),
  strict("a thread made anew is followed like any other", async (lab) => {
    await lab.store.append("t", notes(1, 3));
    await lab.store.delete("t");
    await lab.store.append("t", [note("new")]);
    const reader = lab.follow("t");
    expectEqual((await take(reader, 1))[0]?.event.payload, "new", "what is there");
    const waiting = reader.next();
    expectEqual(await stateOf(lab, waiting), "waits", "the follower");
    await lab.store.append("t", [note("more")]);
    expectEqual((await waiting).value?.event.payload, "more", "what came");
  }, { seen: "redis/redis#5625" }),
];

/** Tells whether a promise is still pending after a while. */
async function stateOf(lab: Lab, promise: Promise<unknown>): Promise<string> {
  let state = "waits";
  promise.then(() => state = "was answered", () => state = "was rejected");
  await lab.settle();
  return state;
}
