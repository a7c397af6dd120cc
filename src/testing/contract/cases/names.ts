import type { TraceStore } from "../../../store/trace_store.ts";
import { strictCases } from "../case_spec.ts";
import type { CaseSpec } from "../case_spec.ts";
import { note, payloadsOf, readAll } from "../events.ts";
import { expectEqual, expectRefusal } from "../expectations.ts";

const strict = strictCases("values");

/** Names that an engine may take for one another. */
const ALIKE = [
  "a",
  "A",
  "a ",
  " a",
  "á",
  "a\u0301",
  "a%",
  "a_",
  "ab",
  "a/b",
  "a:b",
  "a.b",
  "a\\b",
  "a'b",
  'a"b',
  "a\nb",
  "ａ",
  "10",
  "9",
  "1e1",
  "null",
  "__proto__",
  "constructor",
  "ß",
  "ss",
  "İ",
  "i",
];

const BAD_NAMES = ["", "a\u0000b", "\ud800", "a\udc00", "n".repeat(513), "ж".repeat(257)];

/** What must hold of names. */
export const NAMES_CASES: readonly CaseSpec[] = [
  strict("threads of names that look alike are different", async ({ store }) => {
    for (const id of ALIKE) await store.append(id, [note(id)], { expected: 0 });
    for (const id of ALIKE) expectEqual(await payloadsOf(store, id), [id], `thread '${id}'`);
    const listed = (await store.threads()).map(({ thread }) => thread);
    expectEqual(listed, [...ALIKE].reverse(), "the threads");
  }),
  strict("streams of names that look alike are different", async ({ store }) => {
    await store.append("t", ALIKE.map((stream) => note(stream, stream)));
    const given = await store.append("t", ALIKE.map((stream) => note(stream, stream)));
    expectEqual(given.map(({ event }) => event.stream), ALIKE, "the streams");
    expectEqual(given.filter(({ event }) => event.seq !== 1), [], "the events of another seq");
    await store.append("t:a", [note(1, "b")]);
    const [entry] = await store.append("t", [note(1, "a:b")]);
    expectEqual(entry?.event.seq, 2, "the seq of a stream with a colon");
  }),
  strict("leases of names that look alike are different", async ({ store }) => {
    for (const id of ALIKE) await store.acquire(id, id, 60_000);
    for (const id of ALIKE) expectEqual((await store.lease(id))?.owner, id, "the owner");
    await expectRefusal(
      "an owner in capitals",
      "LEASE_HELD",
      () => store.acquire("a", "A", 60_000),
    );
  }),
  strict("names of 512 bytes are told apart to the last", async ({ store }) => {
    const ids = ["1", "2"].flatMap((end) => ["n".repeat(511) + end, "ж".repeat(255) + "n" + end]);
    for (const id of ids) await store.append(id, [{ type: id, stream: id, payload: id }]);
    for (const id of ids) {
      const [entry] = await readAll(store, id);
      const { type, stream, payload } = entry?.event ?? {};
      expectEqual({ type, stream, payload }, { type: id, stream: id, payload: id }, "the event");
    }
  }),
  strict("names that are none are refused, whatever they name", async ({ store }) => {
    await store.append("t", [note(1)]);
    for (const bad of BAD_NAMES) await expectRefused(store, bad);
    expectEqual(await payloadsOf(store, "t"), [1], "the log");
    expectEqual((await store.threads()).length, 1, "how many threads there are");
  }),
];

async function expectRefused(store: TraceStore, bad: string): Promise<void> {
  const attempts: Readonly<Record<string, () => Promise<unknown>>> = {
    "append() to a thread": () => store.append(bad, [note(1)]),
    "append() of a stream": () => store.append("t", [note(1, bad)]),
    "append() of a type": () => store.append("t", [{ ...note(1), type: bad }]),
    "acquire() of a thread": () => store.acquire(bad, "A", 60_000),
    "acquire() for an owner": () => store.acquire("t", bad, 60_000),
    "load() of a thread": () => store.load(bad, []),
    "read()": async () => await readAll(store, bad),
    "readBackwards()": async () => await store.readBackwards(bad).next(),
    "delete()": () => store.delete(bad),
  };
  for (const [what, attempt] of Object.entries(attempts)) {
    const name = bad.length > 20 ? `a name of ${bad.length} letters` : JSON.stringify(bad);
    await expectRefusal(`${what} by ${name}`, "INVALID_EVENT", attempt);
  }
}
