import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { EngineTraceStore, importThread, MemoryTraceStore, seal } from "../../testing.ts";
import { DenoKvTraceStore, SqliteTraceStore } from "../../testing.ts";
import type { TraceStore } from "../../testing.ts";
import { fromPg, fromPostgres, PostgresTraceStore } from "../../postgres.ts";

const NOTE = { type: "note", stream: "a", payload: 1 };
const ODD = [7, "x", {}, [null], () => {}, true, 10n];

const STORES: readonly (readonly [name: string, open: () => Promise<TraceStore>])[] = [
  ["in memory", () => Promise.resolve(new MemoryTraceStore())],
  ["on an engine", () => SqliteTraceStore.open(":memory:")],
];

async function requireTypeError(run: () => unknown, says: string): Promise<void> {
  const { name, message } = await assertRejects(async () => await run(), Error);
  assertEquals(name, "TypeError", message);
  assertStringIncludes(message, says);
}

async function all(entries: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of entries);
}

for (const [kind, open] of STORES) {
  Deno.test(`a store ${kind} refuses a signal that is none, before anything lands`, async () => {
    const store = await open();
    for (const odd of ODD) {
      const options = { signal: odd as never };
      const says = "'signal' must be an AbortSignal: current value is ";
      await requireTypeError(() => store.append("t", [NOTE], options), says);
      await requireTypeError(() => all(store.read("t", options)), says);
      await requireTypeError(() => all(store.readBackwards("t", options)), says);
    }
    assertEquals(await store.threads(), []);
    (store as Partial<Disposable>)[Symbol.dispose]?.();
  });

  Deno.test(`a store ${kind} refuses options that are none, and names that there are not`, async () => {
    const store = await open();
    const misspelt = { expectd: 3 } as never;
    await requireTypeError(() => store.append("t", [NOTE], misspelt), 'did you mean "expected"?');
    await requireTypeError(() => all(store.read("t", { form: 3 } as never)), "no option");
    await requireTypeError(() => all(store.readBackwards("t", { after: 3 } as never)), "no option");
    await requireTypeError(() => store.threads({ limt: 3 } as never), 'did you mean "limit"?');
    for (const odd of [null, 7, "x"] as never[]) {
      const says = "options must be an object";
      await requireTypeError(() => store.append("t", [NOTE], odd), says);
      await requireTypeError(() => all(store.read("t", odd)), says);
      await requireTypeError(() => all(store.readBackwards("t", odd)), says);
      await requireTypeError(() => store.threads(odd), says);
    }
    assertEquals(await store.threads(), []);
    (store as Partial<Disposable>)[Symbol.dispose]?.();
  });

  Deno.test(`a store ${kind} refuses leases, logs and lines that are none`, async () => {
    const store = await open();
    for (const odd of [null, 7, "x"] as never[]) {
      const lease = "'lease' must be what acquire() gave";
      await requireTypeError(() => store.renew(odd, 1), lease);
      await requireTypeError(() => store.release(odd), lease);
      await requireTypeError(() => store.append("t", [NOTE], { lease: odd }), lease);
    }
    for (const odd of [null, 7, {}, () => {}] as never[]) {
      await requireTypeError(() => store.load("t", odd), "the log must be an iterable of events");
      await requireTypeError(
        () => importThread(store, "t", odd),
        "the text must be an iterable of texts",
      );
      await requireTypeError(
        () => importThread(store, "t", [odd]),
        "the text must be an iterable of texts",
      );
    }
    (store as Partial<Disposable>)[Symbol.dispose]?.();
  });
}

Deno.test("a clock that is none is refused when a store is made", async () => {
  for (const odd of [7, "x", {}, { now: 1 }, { now: () => 1 }] as never[]) {
    const says = "'clock' as it must be a clock, with a method '";
    await requireTypeError(() => new MemoryTraceStore({ clock: odd }), says);
    await requireTypeError(() => SqliteTraceStore.open(":memory:", { clock: odd }), says);
    const kv = { getMany() {}, list() {}, atomic() {} } as never;
    await requireTypeError(() => new DenoKvTraceStore(kv, { clock: odd }), says);
  }
});

Deno.test("a prefix that is no key is refused when a store is made", async () => {
  const kv = { getMany() {}, list() {}, atomic() {} } as never;
  for (const odd of [null, 7, "x", {}, [null], [{}]] as never[]) {
    await requireTypeError(
      () => new DenoKvTraceStore(kv, { prefix: odd }),
      "'prefix' must be a list of texts, numbers, big integers, booleans and bytes",
    );
  }
});

Deno.test("what is no engine, client, pool or driver is refused when it is given", async () => {
  for (const odd of [null, 7, "x", {}] as never[]) {
    await requireTypeError(
      () => new EngineTraceStore(odd),
      "must be a store engine, with a method",
    );
    await requireTypeError(() => new PostgresTraceStore(odd), "must be a client, with a method");
    await requireTypeError(() => fromPg(odd), "must be a Pool of npm:pg, with a method");
    await requireTypeError(() => fromPostgres(odd), "must be what postgres() gives, with a method");
  }
  const client = { query() {}, transaction() {} } as never;
  await requireTypeError(
    () => new PostgresTraceStore(client, { notfy: false } as never),
    'did you mean "notify"?',
  );
  await requireTypeError(
    () => new PostgresTraceStore(client, { notify: 0 as never }),
    "'notify' must be true or false",
  );
});

Deno.test("seal() refuses a time that is none: nothing else would find it before a load", async () => {
  for (const odd of [null, undefined, 7, "", "2026", "2026-01-01T00:00:00Z"] as never[]) {
    await requireTypeError(
      () => seal([NOTE], new Map(), odd),
      "'ts' must be a time in UTC with milliseconds",
    );
  }
});
