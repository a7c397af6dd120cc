import type { DraftEvent, Json } from "../../../store/trace_event.ts";
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
  refuses("lists with members besides their items", () => [
    ["a member of a list", Object.assign([1], { x: 2 })],
    ["what match() gives", "abc".match(/b/)],
  ]),
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
    const odd: readonly (readonly [what: string, event: unknown, parts: readonly string[]])[] = [
      ["a symbol in a list", note({ deep: [0, Symbol("s")] } as never), ["payload", "deep"]],
      ["a type that is a number", { ...note(1), type: 7 }, ["type"]],
      ["a stream without a name", note(1, ""), ["stream"]],
    ];
    for (const [what, event, parts] of odd) {
      const { path = "" } = await expectRefusal(
        what,
        "INVALID_EVENT",
        () => store.append("t", [note(1), event as DraftEvent]),
      );
      for (const part of ["1", ...parts]) {
        expectEqual(path.includes(part), true, `whether the path '${path}' of ${what} has ${part}`);
      }
    }
    expectEqual(await readAll(store, "t"), [], "the log");
  }),
  strict("what is no event is refused, with all of its batch", async ({ store }) => {
    for (const odd of [null, undefined, 7, "event", [], { stream: "a", payload: 1 }]) {
      await expectRefusal(
        `a batch with ${JSON.stringify(odd)} in it`,
        "INVALID_EVENT",
        () => store.append("t", [note(1), odd as never, note(2)]),
      );
    }
    const holed = [note(1), note(2), note(3)];
    delete holed[1];
    await expectRefusal("a batch with a hole", "INVALID_EVENT", () => store.append("t", holed));
    expectEqual(await readAll(store, "t"), [], "the log");
    await store.append("t", [note(1)], { expected: 0 });
  }),
];
