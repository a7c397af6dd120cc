import { strictCases } from "../case_spec.ts";
import type { CaseSpec } from "../case_spec.ts";
import { note, notes, payloadsOf, readAll, sealedNote, threadIds, upTo } from "../events.ts";
import {
  expectEqual,
  expectRangeError,
  expectReason,
  expectRefusal,
  expectThat,
} from "../expectations.ts";
import { LONG_MS } from "../lab.ts";
import { APPEND_SEED } from "./append_seed.ts";

const strict = strictCases("append");

/** RFC 3339, UTC, in milliseconds. */
const TS_REGEXP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** What must hold of appending. */
export const APPEND_CASES: readonly CaseSpec[] = [
  ...APPEND_SEED,
  strict("an empty batch makes no thread", async ({ store }) => {
    expectEqual(await store.append("t", []), [], "what append() gives");
    expectEqual(await threadIds(store), [], "the threads");
    await store.append("t", [note(1)], { expected: 0 });
  }),
  strict("an empty batch is checked like any other", async ({ store }) => {
    await store.append("t", [note(1)]);
    await expectRefusal(
      "a stale position",
      "STREAM_MOVED",
      () => store.append("t", [], { expected: 0 }),
    );
    const lease = await store.acquire("t", "A", LONG_MS);
    await store.release(lease);
    await expectRefusal(
      "a lease that is over",
      "LEASE_EXPIRED",
      () => store.append("t", [], { lease }),
    );
  }),
  strict("a refused append burns no number", async ({ store }) => {
    await store.append("t", [note(1)]);
    await store.append("t", notes(0, 3), { expected: 0 }).catch(() => {});
    await store.append("t", [note(1, "b"), sealedNote(5, 1)]).catch(() => {});
    const [first, second] = await store.append("t", [note(2), note(3, "b")]);
    const found = [first?.position, first?.event.seq, second?.position, second?.event.seq];
    expectEqual(found, [2, 1, 3, 0], "positions and seqs after refusals");
  }, { seen: "JasperFx/marten#4765" }),
  strict("the lease is checked before the position", async ({ store }) => {
    const lease = await store.acquire("t", "A", LONG_MS);
    await store.release(lease);
    await expectRefusal(
      "a lease that is over with a stale position",
      "LEASE_EXPIRED",
      () => store.append("t", [note(1)], { lease, expected: 7 }),
    );
  }),
  strict("the position is checked before the events", async ({ store }) => {
    await expectRefusal(
      "a stale position with a sealed event",
      "STREAM_MOVED",
      () => store.append("t", [sealedNote(0, 1)], { expected: 7 }),
    );
    await expectRefusal(
      "a stale position with NaN",
      "STREAM_MOVED",
      () => store.append("t", [note(NaN)], { expected: 7 }),
    );
  }),
  strict("STREAM_MOVED tells both positions", async ({ store }) => {
    await store.append("t", notes(0, 3));
    const { expected, actual } = await expectRefusal(
      "a stale position",
      "STREAM_MOVED",
      () => store.append("t", [note(1)], { expected: 1 }),
    );
    expectEqual({ expected, actual }, { expected: 1, actual: 3 }, "its info");
  }, { seen: "event-driven-io/emmett#88" }),
  strict("a refusal is a rejected promise, never thrown at once", async ({ bare, store }) => {
    await store.append("t", [note(1)]);
    const lease = { thread: "t", owner: "A", token: "0", expiresAt: "2026-01-01T00:00:00.000Z" };
    const attempts = [
      () => bare.append("", [note(1)]),
      () => bare.append("t", [sealedNote(0, 1)]),
      () => bare.append("t", [note(1)], { expected: 0 }),
      () => bare.renew(lease, LONG_MS),
      () => bare.load("t", [sealedNote(1, 1)]),
    ];
    for (const attempt of attempts) {
      const promise = atOnce(attempt);
      const refused = await promise.then(() => false, () => true);
      expectThat(refused, "a refusal to reject", "the promise was resolved");
    }
  }),
  strict("a seq or a ts alone makes an event sealed", async ({ store }) => {
    for (const extra of [{ seq: 0 }, { seq: 3 }, { ts: "2026-01-01T00:00:00.000Z" }]) {
      await expectRefusal(
        `an event with ${Object.keys(extra)[0]}`,
        "SEALED_EVENT",
        () => store.append("t", [{ ...note(1), ...extra }]),
      );
    }
  }),
  strict("a change to the batch after the call is not kept", async ({ store }) => {
    const payload = { list: [1, 2], text: "old" };
    const batch = [note(payload)];
    const landing = store.append("t", batch);
    payload.text = "new";
    payload.list.push(3);
    batch.push(note("more"));
    const given = await landing;
    const old = [{ list: [1, 2], text: "old" }];
    expectEqual(given.map(({ event }) => event.payload), old, "what append() gives");
    payload.list.length = 0;
    expectEqual(await payloadsOf(store, "t"), old, "the log");
  }, { seen: "langchain-ai/langgraph#8748" }),
  strict("twelve appends stand by number and not by text", async ({ store }) => {
    for (const payload of upTo(12)) await store.append("t", [note(payload)]);
    expectEqual(await payloadsOf(store, "t"), upTo(12), "the log");
    const { value } = await store.readBackwards("t").next();
    expectEqual(value?.position, 12, "the last position");
    await store.append("t", [note(13)], { expected: 12 });
  }, { seen: "langchain-ai/langgraph#6821" }),
  strict("an append to one stream leaves the others", async ({ store }) => {
    await store.append("t", [note(1), note(2, "b")]);
    await store.append("t", [note(3, "b")]);
    const [entry] = await store.append("t", [note(4)]);
    expectEqual(await payloadsOf(store, "t"), upTo(4), "the log");
    expectEqual(entry?.event.seq, 1, "the seq of the stream that was left out");
  }, { seen: "langchain-ai/langgraphjs#2334" }),
  strict("an aborted signal rejects with its reason and lands nothing", async ({ store }) => {
    const reason = new Error("enough");
    await expectReason(
      "append()",
      reason,
      () => store.append("t", [note(1)], { signal: AbortSignal.abort(reason) }),
    );
    expectEqual(await readAll(store, "t"), [], "the log");
  }),
  strict("a ts is text of UTC with milliseconds, one for a batch", async ({ store }) => {
    const given = await store.append("t", notes(0, 20));
    const [ts = ""] = new Set(given.map(({ event }) => event.ts));
    expectThat(TS_REGEXP.test(ts), "a ts like 2026-01-02T03:04:05.678Z", `it was ${ts}`);
    expectEqual(given.filter(({ event }) => event.ts !== ts), [], "the events of another time");
  }),
  strict("the ts of a batch goes with the clock", async (lab) => {
    const [first] = await lab.store.append("t", [note(1)]);
    await lab.pass(5);
    const [second] = await lab.store.append("t", [note(2)]);
    const isLater = (second?.event.ts ?? "") > (first?.event.ts ?? "");
    expectThat(isLater, "a later batch to have a later ts", `it was ${second?.event.ts}`);
  }),
  strict("an expected position that is none is refused", async ({ store }) => {
    for (const expected of [-1, 0.5, NaN, Infinity]) {
      await expectRangeError(
        `expected: ${expected}`,
        () => store.append("t", [note(1)], { expected }),
      );
    }
    expectEqual(await readAll(store, "t"), [], "the log");
  }),
];

function atOnce(attempt: () => Promise<unknown>): Promise<unknown> {
  try {
    return attempt();
  } catch (error) {
    expectThat(false, "a refusal to be a rejected promise", `it was thrown at once: ${error}`);
    throw error;
  }
}
