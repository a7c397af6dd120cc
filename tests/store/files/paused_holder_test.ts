/** A process that holds a lease is stopped beyond its end, as a machine that swaps or sleeps, and goes on as if nothing was. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { systemClock, TIMED_OUT, withDeadline } from "../../../src/clock.ts";
import { lastPosition } from "../../../src/store/last_position.ts";
import { isLocked } from "../../../src/store/is_locked.ts";
import type { Lease, TraceStore } from "../../../src/store/trace_store.ts";
import { type FileEngine, openFileStore } from "../support/file_stores.ts";
import { codeOf, note, payloads } from "../support/notes.ts";
import { startProgram, testEach } from "../support/programs.ts";

/** How long the lease of the process that is stopped lasts, in milliseconds: longer than some appends on a slow machine. */
const TTL_MS = 2000;

/** How long a stopped process may keep others from the lease, in milliseconds: it may hold a lock of the engine. */
const BLOCKED_MS = 1500;

interface Paused {
  /** Why the process was refused in the end. */
  readonly refusal: string;
  /** The numbers of the appends that it was told have landed. */
  readonly told: readonly number[];
  /** The thread at the end. */
  readonly log: readonly unknown[];
  /** How many entries the new owner read once it had the lease. */
  readonly seen: number;
  /** How it was refused to append there after the process had gone on; undefined if it was not. */
  readonly refused: unknown;
}

/** Stops a process that holds the lease, takes the lease over, lets the process go on, and appends in its place. */
async function pauseHolder(engine: FileEngine, place: string, mode: string): Promise<Paused> {
  const { process, lines } = startProgram("holder", engine, place, String(TTL_MS), mode);
  const { store, close } = await openFileStore(engine, place, { busyTimeoutMs: 200 });
  const told: number[] = [];
  let refusal = "";
  let taking: Taking | undefined;
  let taken: Taken | undefined;
  for await (const line of lines) {
    if (/^\d+$/.test(line)) told.push(Number(line));
    else refusal += line;
    if (line !== "2") continue;
    if (mode === "loop") process.kill("SIGSTOP");
    try {
      taking = await takeOver(store);
      taken = await withDeadline(BLOCKED_MS, taking()).then(unlessLate);
    } finally {
      process.kill("SIGCONT");
    }
  }
  assertEquals((await process.status).code, 0);
  // Where the process was stopped with a lock of the engine, nobody could take over before it went on.
  taken ??= await taking!() ?? await (await takeOver(store))();
  assert(taken !== undefined, "the lease cannot be taken over");
  const { lease, seen } = taken;
  const refused = await codeOf(store.append("t", [note("b", "B")], { lease, expected: seen }));
  const log = await payloads(store.read("t"));
  await close();
  return { refusal, told, log, seen, refused };
}

interface Taken {
  readonly lease: Lease;
  readonly seen: number;
}

/** What a try to take the lease over comes to, however late; nothing if the engine is locked. */
type Taking = () => Promise<Taken | undefined>;

/** Begins to take the lease over and to read to the end, once the lease is free. */
async function takeOver(store: TraceStore): Promise<Taking> {
  while (await store.lease("t") !== undefined) await systemClock.sleep(50);
  const taking = store.acquire("t", "B", 60_000).then(
    async (lease) => ({ lease, seen: await lastPosition(store, "t") }),
    (error): undefined => {
      if (!isLocked(error)) throw error;
      return undefined;
    },
  );
  return () => taking;
}

function unlessLate(taken: Taken | undefined | typeof TIMED_OUT): Taken | undefined {
  return taken === TIMED_OUT ? undefined : taken;
}

/** What must hold: what the new owner read is final for the one before. */
function assertFinal({ refusal, told, log, seen, refused }: Paused): void {
  assertEquals(refused, undefined, "something landed after the new owner had read");
  assertEquals(refusal, "LEASE_EXPIRED");
  assertEquals(log.slice(seen), ["B"], "what landed after the new owner had read");
  const landed = log.slice(0, seen);
  assertEquals(landed, landed.map((_, index) => `A${index}`));
  assert(landed.length >= told.length, "what was acknowledged must be there");
  assertEquals(told, told.map((_, index) => index));
}

testEach(
  "a holder of a lease that is stopped until others have taken it over lands nothing any more",
  async (engine, place) => assertFinal(await pauseHolder(engine, place, "loop")),
);

testEach(
  "a holder that is stopped between its look at the lease and its commit lands nothing any more",
  async (engine, place) => {
    const paused = await pauseHolder(engine, place, "commit");
    assertFinal(paused);
    assertEquals(paused.told, [0, 1, 2]);
  },
  ["deno-kv"],
);

testEach(
  "a store that looks at the lease and then writes is found by such a stop",
  async (engine, place) => {
    const paused = await pauseHolder(engine, place, "unfenced");
    assertEquals([paused.log.slice(paused.seen), paused.refused], [["A3"], "STREAM_MOVED"]);
    await assertRejects(() => Promise.resolve(paused).then(assertFinal), Error, "had read");
  },
  ["sqlite"],
);
