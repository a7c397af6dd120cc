import type { Json } from "../../../store/trace_event.ts";
import type { TraceStore } from "../../../store/trace_store.ts";
import { strictCases } from "../case_spec.ts";
import type { CaseSpec } from "../case_spec.ts";
import { note, payloadsOf, readAll, upTo } from "../events.ts";
import { expectEqual, expectRefusal } from "../expectations.ts";

const strict = strictCases("values");

/** A payload that names what must be kept, each by itself. */
function keeps(
  what: string,
  payloads: readonly Json[],
  seen?: string,
): CaseSpec {
  return strict(`${what} come back as they were`, async ({ store }) => {
    for (const payload of payloads) await store.append("t", [note(payload)]);
    expectEqual(await payloadsOf(store, "t"), payloads, "what is read");
  }, { seen });
}

/** Payloads that JSON cannot say, each refused with nothing landed. */
function refuses(
  what: string,
  payloads: () => readonly (readonly [string, unknown])[],
  seen?: string,
): CaseSpec {
  return strict(`${what} are refused`, async ({ store }) => {
    for (const [name, value] of payloads()) {
      for (const payload of [value, { list: [1, value] }]) {
        await expectRefusal(
          name,
          "INVALID_EVENT",
          () => store.append("t", [note(0), note(payload as Json)]),
        );
      }
    }
    expectEqual(await readAll(store, "t"), [], "the log");
  }, { seen });
}

/** What must hold of payloads. */
export const VALUES_CASES: readonly CaseSpec[] = [
  keeps(
    "texts with NUL",
    ["a\u0000b", "\u0000", "", { "k\u0000": "\u0000\u0000" }, ["\u0001\u001f\u007f"]],
    "langchain-ai/langgraph#1878",
  ),
  keeps("lone surrogates", [
    "\ud800",
    "a\udc00b",
    Object.fromEntries([["\ud800", 1], ["\udc00", 2]]),
    ["\udfff\ud83d"],
  ]),
  keeps("emoji and rare letters", ["🙂👩‍👩‍👧", "𝒳e\u0301", { "ключ 🗝": "値" }, "\u2028\ufeff"]),
  strict("members named __proto__, constructor and the empty text come back", async ({ store }) => {
    const text = '{"__proto__":{"admin":true},"constructor":1,"toString":null,"":"empty"}';
    const payload: Json = JSON.parse(text);
    await store.append("t", [note(payload), note([payload])]);
    expectEqual(await payloadsOf(store, "t"), [payload, [payload]], "what is read");
  }),
  keeps("numbers", [
    [2 ** 53, 2 ** 53 + 2, -(2 ** 53), 2 ** 63, 1e21],
    [1e308, 5e-324, Number.MAX_VALUE, Number.EPSILON],
    [0.1, 0.1 + 0.2, 1 / 3, -1e-7, 123456789.12345679],
    [2 ** 31, -(2 ** 31) - 1, 4294967296],
  ], "langchain-ai/langgraph#8673"),
  keeps("values that are empty or false", [null, false, 0, "", [], {}, [null], [[]], { a: {} }]),
  keeps("texts that look like other values", [
    "null",
    "123",
    "{}",
    "[1]",
    '"quoted"',
    "true",
    "2026-01-02T03:04:05.678Z",
    "NaN",
    "/Date(0)/",
    "0x10",
    " padded ",
    "a\r\nb\r",
  ]),
  keeps("lists of many and members of many", [
    upTo(3000),
    Object.fromEntries(upTo(1000).map((number) => [`key ${number}`, number])),
    { 10: "ten", 9: "nine", b: 1, a: 2 },
  ]),
  strict("500 levels of nesting come back", async ({ store }) => {
    let payload: Json = "core";
    for (const level of upTo(500)) payload = level % 2 === 0 ? [payload] : { in: payload };
    await store.append("t", [note(payload)]);
    expectEqual(await payloadsOf(store, "t"), [payload], "what is read");
  }),
  strict("payloads of many sizes up to a mebibyte come back", async ({ store }) => {
    for (const size of [1000, 8191, 32_768, 65_535, 65_536, 65_537, 300_000, 2 ** 20]) {
      const [entry] = await store.append("t", [note("ж".repeat(size - 1) + "!")]);
      const after = (entry?.position ?? 1) - 1;
      const [read] = await readAll(store, "t", { after });
      const text = String(read?.event.payload);
      expectEqual([text.length, text.at(-1)], [size, "!"], `length and end of ${size} letters`);
    }
  }),
  strict("a batch of 5,000 events lands whole and in order", async ({ store }) => {
    const given = await store.append("t", upTo(5000).map((number) => note(number)));
    expectEqual(given.length, 5000, "how many entries append() gives");
    expectEqual(await payloadsOf(store, "t"), upTo(5000), "the log");
    await store.append("t", [note(5001)], { expected: 5000 });
  }, { seen: "event-driven-io/emmett#239" }),
  refuses("numbers that are not finite", () => [
    ["NaN", NaN],
    ["Infinity", Infinity],
    ["-Infinity", -Infinity],
  ]),
  refuses("undefined, big integers, symbols and functions", () => [
    ["undefined", undefined],
    ["a big integer", 2n ** 70n],
    ["a symbol", Symbol("s")],
    ["a function", () => 1],
  ], "langchain-ai/langgraph#8673"),
  // deno-lint-ignore no-sparse-arrays -- it is what must be refused
  refuses("lists with holes", () => [["a hole", [1, , 3]]]),
  refuses("instances of classes", () => [
    ["a Date", new Date(0)],
    ["a Map", new Map([["a", 1]])],
    ["a Set", new Set([1])],
    ["bytes", new Uint8Array([1, 2])],
    ["a RegExp", /x/],
    ["an Error", new Error("Of the payload")],
  ]),
  refuses("values that contain themselves", () => {
    const circle: Record<string, unknown> = {};
    circle["self"] = [circle];
    return [["a circle", circle]];
  }),
  strict("a minus zero becomes zero, and members that are undefined go", async ({ store }) => {
    const payload = { zero: -0, list: [-0], gone: undefined, in: { gone: undefined, stays: null } };
    const regular: Json = { zero: 0, list: [0], in: { stays: null } };
    const [given] = await store.append("t", [note(payload as never), note(-0)]);
    expectEqual(given?.event.payload, regular, "what append() gives");
    expectEqual(await payloadsOf(store, "t"), [regular, 0], "what is read");
  }),
  strict("INVALID_EVENT tells the path", async ({ store }) => {
    const { path = "" } = await expectRefusal(
      "a symbol in a list",
      "INVALID_EVENT",
      () => store.append("t", [note(1), note({ deep: [0, Symbol("s")] } as never)]),
    );
    for (const part of ["1", "payload", "deep"]) {
      expectEqual(path.includes(part), true, `whether the path ${path} has ${part}`);
    }
  }),
];

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
