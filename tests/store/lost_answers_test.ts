/** Whichever answer of its database a store does not get: it says so, and whoever tries again does what is asked once. */
import { assert, assertEquals } from "@std/assert";
import { MemoryTraceStore } from "../../src/store/memory_trace_store.ts";
import { isTraceStoreError } from "../../src/store/trace_store_error.ts";
import type { SealedEvent } from "../../src/store/trace_event.ts";
import type { Lease, TraceStore } from "../../src/store/trace_store.ts";
import { LOSSY_ENGINES } from "./support/lossy_engines.ts";
import { all, note } from "./support/notes.ts";

const LONG = "ж".repeat(40_000);
const LOG: readonly SealedEvent[] = [0, 1, 2].map((seq) => ({
  ...note("a", `loaded ${seq}`),
  seq,
  ts: "2026-01-01T00:00:00.000Z",
}));

/** What is asked for; it may be asked for again. */
const CALLS: Readonly<Record<string, (store: TraceStore, lease: Lease) => Promise<unknown>>> = {
  "append() at a position": (store) =>
    store.append("t", [note("a", "new"), note("b", "new")], { expected: 1 }),
  "append() under a lease": (store, lease) =>
    store.append("t", [note("a", "new")], { lease, expected: 1 }),
  "append() of what is long": (store) => store.append("t", [note("a", LONG)], { expected: 1 }),
  "append() of what begins a thread": (store) => store.append("u", [note("a", 1)], { expected: 0 }),
  "load()": (store) => store.load("t", LOG),
  "delete()": (store) => store.delete("t"),
  "acquire()": (store) => store.acquire("u", "A", 60_000),
  "acquire() once more": (store) => store.acquire("t", "A", 60_000),
  "renew()": (store, lease) => store.renew(lease, 120_000),
  "release()": (store, lease) => store.release(lease),
};

/** A store with a thread that its lease is held of. */
async function prepare(store: TraceStore): Promise<Lease> {
  await store.append("t", [note("a", "old")]);
  return await store.acquire("t", "A", 60_000);
}

/** What can be seen of a store, but for times and tokens. */
async function stateOf(store: TraceStore): Promise<unknown> {
  const state: unknown[] = [(await store.threads()).map(({ thread }) => thread)];
  for (const thread of ["t", "u"]) {
    const entries = await all(store.read(thread));
    state.push(entries.map(({ position, event: { stream, seq, payload } }) => [
      position,
      stream,
      seq,
      payload,
    ]));
    state.push((await store.lease(thread))?.owner);
  }
  return state;
}

for (const { name, open, ignore = false } of LOSSY_ENGINES) {
  for (const [what, call] of Object.entries(CALLS)) {
    Deno.test({
      name: `${name} does what is asked once, whichever answer is lost of ${what}`,
      ignore,
      async fn() {
        const model = new MemoryTraceStore();
        await call(model, await prepare(model));
        const due = await stateOf(model);
        let isLost = true;
        let landed = 0;
        for (let lost = 0; isLost; lost++) {
          const { store, losses, close } = await open();
          try {
            const lease = await prepare(store);
            losses.arm(lost);
            const first = await call(store, lease).then(() => undefined, (error) => error);
            isLost = losses.calls > lost;
            losses.disarm();
            // With nothing lost there is nothing to try again.
            if (!isLost) continue;
            // The very error of the driver: no refusal, as nobody knows whether it has landed.
            assert(first === undefined || first === losses.error, String(first));
            const again = await call(store, lease).then(() => undefined, (error) => error);
            if (isTraceStoreError(again, "STREAM_MOVED")) {
              landed++;
              assertEquals(again.info.actual, (again.info.expected ?? 0) + lengthOf(what));
            } else assertEquals(again, undefined);
            assertEquals(await stateOf(store), due, `answer ${lost} was lost`);
          } finally {
            await close();
          }
        }
        if (what.startsWith("append()")) assert(landed > 0, "no append has landed unheard");
      },
    });
  }
}

function lengthOf(what: string): number {
  return what === "append() at a position" ? 2 : 1;
}
