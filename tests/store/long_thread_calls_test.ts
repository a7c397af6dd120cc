/** What a long thread costs is counted in calls and rows of the database, as times tell little on a machine that is busy. */
import { assert, assertEquals } from "@std/assert";
import type { SealedEvent } from "../../src/store/trace_event.ts";
import type { TraceStore } from "../../src/store/trace_store.ts";
import type { Losses } from "./support/lossy.ts";
import { LOSSY_ENGINES } from "./support/lossy_engines.ts";
import { note } from "./support/notes.ts";

const SHORT = 20;
const LONG = 100_000;

/** The most rows that are fetched ahead of a reader who wants ten. */
const MAX_ROWS = 600;

function* events(count: number): Generator<SealedEvent> {
  const ts = "2026-01-01T00:00:00.000Z";
  for (let seq = 0; seq < count; seq++) yield { ...note("a", seq), seq, ts };
}

/** What a thread of some length is asked for. */
const ASKED: Readonly<
  Record<string, (store: TraceStore, thread: string, length: number) => Promise<unknown>>
> = {
  "its last entry": async (store, thread, length) => {
    const reader = store.readBackwards(thread);
    const { value } = await reader.next();
    await reader.return?.();
    assertEquals(value?.position, length);
  },
  "ten entries in its middle": async (store, thread, length) => {
    const reader = store.read(thread, { after: length / 2 });
    for (let nth = 1; nth <= 10; nth++) {
      assertEquals((await reader.next()).value?.position, length / 2 + nth);
    }
    await reader.return?.();
  },
  "what follows its last entry": async (store, thread, length) => {
    assertEquals((await store.read(thread, { after: length }).next()).done, true);
  },
  "to be listed": async (store) => {
    assertEquals((await store.threads()).length, 2);
  },
  "to be appended to": async (store, thread, length) => {
    await store.append(thread, [note("a", "more")], { expected: length });
  },
};

async function costOf(losses: Losses, ask: () => Promise<unknown>) {
  losses.disarm();
  await ask();
  return { calls: losses.calls, rows: losses.rows };
}

for (const { name, open, ignore = false } of LOSSY_ENGINES) {
  Deno.test({
    name: `${name} asks its database no more of a thread of 100,000 entries than of a short one`,
    ignore,
    async fn() {
      const { store, losses, close } = await open();
      try {
        await store.load("short", events(SHORT));
        await store.load("long", events(LONG));
        for (const [what, ask] of Object.entries(ASKED)) {
          const short = await costOf(losses, () => ask(store, "short", SHORT));
          const long = await costOf(losses, () => ask(store, "long", LONG));
          assertEquals(long.calls, short.calls, `calls for ${what}`);
          assert(long.rows <= MAX_ROWS, `${long.rows} rows for ${what}`);
          if (what === "its last entry") assert(long.rows <= 10, `${long.rows} rows for ${what}`);
        }
      } finally {
        await close();
      }
    },
  });
}
