import { MemoryTraceStore } from "../../../../src/store/memory_trace_store.ts";
import type { StoreUnderTest } from "../../../../src/testing/contract/contract_case.ts";
import { never, ODD_ERRORS, poisonous, trapped, untouchable } from "./odd_values.ts";

/** What an odd store gives in place of a store under test. */
export type OpenOdd = () => unknown;

/** A store in memory of which some members are replaced, by whatever. */
function storeWith(members: Readonly<Record<string, unknown>>): StoreUnderTest {
  const store = new MemoryTraceStore();
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(store, name, { value });
  }
  return { store };
}

/** A store of which one method gives something. */
const giving = (method: string, value: () => unknown): OpenOdd => () =>
  storeWith({ [method]: value });

/** A store whose readers are changed. */
function readingWith(change: (reader: AsyncIterableIterator<unknown>) => unknown): OpenOdd {
  return () => {
    const store = new MemoryTraceStore();
    const read = store.read.bind(store);
    const backwards = store.readBackwards.bind(store);
    Object.defineProperty(store, "read", {
      value: (...args: Parameters<typeof read>) => change(read(...args)),
    });
    Object.defineProperty(store, "readBackwards", {
      value: (...args: Parameters<typeof backwards>) => change(backwards(...args)),
    });
    return { store };
  };
}

const EVENT = { type: "note", stream: "a", payload: 1, seq: 0, ts: "2026-01-01T00:00:00.000Z" };
const ENTRY = { position: 1, event: EVENT };
const LEASE = { thread: "t", owner: "A", token: "1", expiresAt: "2026-01-01T00:00:00.000Z" };

/** A list that claims to be as long as a list can be. */
const endless = () => Promise.resolve(new Array(2 ** 32 - 1));

function nextGiving(next: () => unknown): OpenOdd {
  return readingWith((reader) => Object.assign(reader, { next }));
}

const thrownBy: [string, OpenOdd][] = Object.entries(ODD_ERRORS).map(([name, error]) => [
  `append() rejects with ${name}`,
  giving("append", () => Promise.reject(error())),
]);

const APPENDS: Readonly<Record<string, () => unknown>> = {
  "undefined": () => undefined,
  "null at once": () => null,
  "what it was given": () => [{ type: "note", stream: "a", payload: 1 }],
  "a list of undefined": () => Promise.resolve([undefined]),
  // deno-lint-ignore no-sparse-arrays -- it is the oddity
  "a list with a hole": () => Promise.resolve([ENTRY, , ENTRY]),
  "a list of four billion": endless,
  "a list that cannot be looked at": () => Promise.resolve([untouchable()]),
  "a text": () => Promise.resolve("landed"),
  "negative positions": () => Promise.resolve([{ ...ENTRY, position: -1 }]),
  "positions as texts": () => Promise.resolve([{ ...ENTRY, position: "1" }]),
  "positions as big integers": () => Promise.resolve([{ ...ENTRY, position: 1n }]),
  "positions beyond what is exact": () => Promise.resolve([{ ...ENTRY, position: 2 ** 60 }]),
  "times as Date": () => Promise.resolve([{ ...ENTRY, event: { ...EVENT, ts: new Date(0) } }]),
  "a payload that cannot be read": () =>
    Promise.resolve([{ ...ENTRY, event: trapped("payload", EVENT) }]),
  "a payload that cannot be looked at": () =>
    Promise.resolve([{ ...ENTRY, event: { ...EVENT, payload: untouchable() } }]),
  "a promise that never settles": never,
  "a thenable that never calls": () => ({ then() {} }),
  "a thenable that throws": () => ({
    then() {
      throw "no";
    },
  }),
  "a thenable that calls both": () => ({
    then(resolve: (value: unknown) => void, reject: (value: unknown) => void) {
      resolve([]);
      reject(new Error("And no"));
    },
  }),
};

const READS: Readonly<Record<string, OpenOdd>> = {
  "read() gives undefined": giving("read", () => undefined),
  "read() gives a list": giving("read", () => []),
  "read() gives a promise of a reader": giving("read", () => Promise.resolve([])),
  "read() gives what cannot be looked at": giving("read", () => untouchable()),
  "read() gives a reader that `for await` cannot take": readingWith((reader) => ({
    next: () => reader.next(),
    return: () => reader.return?.(),
  })),
  "read() throws a text at once": giving("read", () => {
    throw "no";
  }),
  "next() never settles": nextGiving(never),
  "next() gives undefined": nextGiving(() => undefined),
  "next() gives an entry without a result": nextGiving(() => Promise.resolve(ENTRY)),
  "next() gives { done } of a text": nextGiving(() => Promise.resolve({ done: "yes" })),
  "next() gives a result that cannot be read": nextGiving(() => Promise.resolve(trapped("done"))),
  "next() gives a result that cannot be looked at": nextGiving(() => ({
    then: (r: (v: unknown) => void) => r(trapped("value")),
  })),
  "next() never ends": nextGiving(() => Promise.resolve({ done: false, value: ENTRY })),
  "next() never ends, with nothing": nextGiving(() => Promise.resolve({ done: false })),
  "next() rejects with what poisons": nextGiving(() => Promise.reject(poisonous())),
  "next() throws null at once": nextGiving(() => {
    throw null;
  }),
  "return() never settles": readingWith((reader) => Object.assign(reader, { return: never })),
  "return() rejects with what poisons": readingWith((reader) =>
    Object.assign(reader, { return: () => Promise.reject(poisonous()) })
  ),
  "return() is a text": readingWith((reader) => Object.assign(reader, { return: "no" })),
};

const OTHERS: Readonly<Record<string, OpenOdd>> = {
  "threads() gives undefined": giving("threads", () => Promise.resolve()),
  "threads() gives four billion": giving("threads", endless),
  "threads() gives ids": giving("threads", () => Promise.resolve(["t"])),
  "threads() gives what cannot be looked at": giving(
    "threads",
    () => Promise.resolve([untouchable()]),
  ),
  "threads() never settles": giving("threads", never),
  "acquire() gives undefined": giving("acquire", () => Promise.resolve()),
  "acquire() gives an end that is no time": giving(
    "acquire",
    () => Promise.resolve({ ...LEASE, expiresAt: "soon" }),
  ),
  "acquire() gives a token that is a number": giving(
    "acquire",
    () => Promise.resolve({ ...LEASE, token: 1 }),
  ),
  "acquire() gives what cannot be read": giving(
    "acquire",
    () => Promise.resolve(trapped("token", LEASE)),
  ),
  "acquire() always refuses": giving(
    "acquire",
    () => Promise.reject({ origin: "wholeturn", name: "TraceStoreError", code: "LEASE_HELD" }),
  ),
  "lease() gives null": giving("lease", () => Promise.resolve(null)),
  "renew() gives a text": giving("renew", () => Promise.resolve("renewed")),
  "release() rejects with null": giving("release", () => Promise.reject(null)),
  "delete() never settles": giving("delete", never),
  "load() rejects with what poisons": giving("load", () => Promise.reject(poisonous())),
  "load() never settles": giving("load", never),
};

const SUBJECTS: Readonly<Record<string, OpenOdd>> = {
  "a store whose append cannot be read": () => ({
    store: trapped("append", new MemoryTraceStore()),
  }),
  "a store that cannot be looked at": () => ({ store: untouchable() }),
  "a store that poisons": () => ({ store: poisonous() }),
  "a store that is a function": () => ({ store: () => {} }),
  "a store whose methods are texts": () => storeWith({ append: "append" }),
  "open() gives what cannot be looked at": () => untouchable(),
  "open() gives what poisons": () => poisonous(),
  "open() gives a list": () => [new MemoryTraceStore()],
  "open() gives a store that cannot be read": () => trapped("store"),
  "open() gives an advance() that never settles": () => ({ ...storeWith({}), advance: never }),
  "open() gives an advance() that rejects with what poisons": () => ({
    ...storeWith({}),
    advance: () => Promise.reject(poisonous()),
  }),
  "open() gives an advance that is a number": () => ({ ...storeWith({}), advance: 7 }),
  "open() gives a close that is a text": () => ({ ...storeWith({}), close: "close" }),
  "open() gives a close() that throws null": () => ({
    ...storeWith({}),
    close: () => Promise.reject(null),
  }),
  "open() gives a close() that rejects with what poisons": () => ({
    ...storeWith({}),
    close: () => Promise.reject(poisonous()),
  }),
  "open() gives a peer that cannot be read": () => trapped("peer", storeWith({})),
};

const HANDLES: Readonly<Record<string, OpenOdd>> = {
  "open() gives a peer() that never settles": () => ({ ...storeWith({}), peer: never }),
  "open() gives a peer() that throws what poisons": () => ({
    ...storeWith({}),
    peer: () => {
      throw poisonous();
    },
  }),
  "open() gives a peer() that cannot be looked at": () => ({
    ...storeWith({}),
    peer: () => untouchable(),
  }),
  "open() gives a skewed() that gives null": () => ({ ...storeWith({}), skewed: () => null }),
  "open() gives a reopen() that gives a text": () => ({ ...storeWith({}), reopen: () => "store" }),
};

/** A store that is hardly one. */
export interface OddStore {
  /** What is odd. */
  readonly name: string;
  /** What a contract is given to open it. */
  readonly open: OpenOdd;
  /** What part of it is odd: the store, what is opened beside it, or a further handle to it. @default {"store"} */
  readonly part?: "store" | "subject" | "handle";
}

/** Stores that are hardly stores. */
export const ODD_STORES: readonly OddStore[] = [
  ...named(Object.fromEntries(thrownBy)),
  ...named(
    Object.fromEntries(
      Object.entries(APPENDS).map((
        [name, value],
      ) => [`append() gives ${name}`, giving("append", value)]),
    ),
  ),
  ...named(READS),
  ...named(OTHERS),
  ...named(SUBJECTS, "subject"),
  ...named(HANDLES, "handle"),
];

function named(
  stores: Readonly<Record<string, OpenOdd>>,
  part: OddStore["part"] = "store",
): OddStore[] {
  return Object.entries(stores).map(([name, open]) => ({ name, open, part }));
}
