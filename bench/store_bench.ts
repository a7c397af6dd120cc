/**
 * Measures the trace stores on Deno: appends and reads a second beside the bare driver of the same engine, which writes
 * and reads the same rows and checks nothing; how soon a follower gets what is appended; and what the last entry of a
 * long thread costs. Both take turns in short rounds, and the lower quartile of the rounds counts: others use the machine
 * as well, and the longer a round is, the more of them are in it.
 *
 * Usage: deno run -A bench/store_bench.ts [<part of an engine's name> [nested]]
 *
 * Payloads are texts; with `nested` they are objects in objects.
 *
 * @module
 */
import type { DraftEvent, Json, SealedEvent } from "../src/store/trace_event.ts";
import type { TraceStore } from "../src/store/trace_store.ts";
import { lastPosition } from "../src/store/last_position.ts";
import { ENGINES, type Opened, type OpenEngine } from "./store/engines.ts";
import { isWanted, printHead, printRow, runtimeName } from "./support/report.ts";

const ROUNDS = 21;
const MIN_APPENDS = 100;
/** How long the bare driver takes for a round at least: a shorter one would tell of the timer. */
const MIN_ROUND_MS = 3;
/** For how long the bare driver runs before anything counts, until the code is compiled; the store makes as many appends. */
const WARM_UP_MS = 100;
const THREADS = 20;
const LONG = 10_000;
const SHORT = 100;

/** A payload as agents have it: six objects and lists with seventeen members. */
const NESTED: Json = {
  role: "assistant",
  content: [
    { type: "text", text: "x".repeat(170) },
    {
      type: "tool_call",
      id: "call_1",
      name: "search",
      arguments: { query: "weather in Paris", limit: 10, exact: false },
    },
  ],
  usage: { input: 1200, output: 83, cacheRead: 1024, cacheWrite: 0 },
  finish: null,
};
const PAYLOAD: Json = Deno.args[1] === "nested" ? NESTED : "x".repeat(420);
const DRAFT: DraftEvent = { type: "note", stream: "a", payload: PAYLOAD };

function sealed(position: number): SealedEvent {
  return { ...DRAFT, seq: position - 1, ts: "2026-01-01T00:00:00.000Z" };
}

async function msOf(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;
}

/** The lower quartiles of two jobs that take turns. */
async function sideBySide(
  one: (round: number) => Promise<unknown>,
  other: (round: number) => Promise<unknown>,
): Promise<readonly [number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    times[0].push(await msOf(() => one(round)));
    times[1].push(await msOf(() => other(round)));
  }
  return [quantile(times[0], 0.25), quantile(times[1], 0.25)];
}

/** Lets both run for a while, and tells how many appends a round should have. */
async function warmUp({ store, bare }: Opened): Promise<number> {
  let done = 0;
  for (let appends = MIN_APPENDS;; appends *= 2) {
    for (let nth = 0; nth < appends; nth++) await store.append("first", [DRAFT]);
    const ms = await msOf(async () => {
      for (let nth = 1; nth <= appends; nth++) {
        await bare.append("first", done + nth, sealed(done + nth));
      }
    });
    done += appends;
    if (ms < WARM_UP_MS) continue;
    const ofRound = Math.max(MIN_APPENDS, appends * MIN_ROUND_MS / ms);
    return Math.ceil(ofRound / THREADS) * THREADS;
  }
}

async function appends(
  { store, bare }: Opened,
  ofRound: number,
): Promise<readonly [number, number]> {
  const storeRound = async () => {
    for (let nth = 0; nth < ofRound; nth++) await store.append("one", [DRAFT]);
  };
  const bareRound = async (round: number) => {
    for (let nth = 1; nth <= ofRound; nth++) {
      const position = round * ofRound + nth;
      await bare.append("one", position, sealed(position));
    }
  };
  return await sideBySide(storeRound, bareRound);
}

async function parallelAppends(
  { store, bare }: Opened,
  ofRound: number,
): Promise<readonly [number, number]> {
  const each = ofRound / THREADS;
  const inParallel = (run: (thread: string, nth: number) => Promise<unknown>) =>
    Promise.all(Array.from({ length: THREADS }, async (_, thread) => {
      for (let nth = 1; nth <= each; nth++) await run(`many${thread}`, nth);
    }));
  return await sideBySide(
    () => inParallel((thread) => store.append(thread, [DRAFT])),
    (round) => inParallel((thread, nth) => bare.append(thread, round * each + nth, sealed(nth))),
  );
}

async function count(store: TraceStore, thread: string): Promise<number> {
  let read = 0;
  for await (const _ of store.read(thread)) read++;
  return read;
}

/** Fills a long thread by appends of one event, as agents do. */
async function fill({ store, bare }: Opened): Promise<void> {
  for (let position = 1; position <= LONG; position++) {
    await store.append("long", [DRAFT]);
    await bare.append("long", position, sealed(position));
    if (position <= SHORT) await store.append("short", [DRAFT]);
  }
}

async function reads({ store, bare }: Opened): Promise<readonly [number, number]> {
  return await sideBySide(() => count(store, "long"), () => bare.readAll("long"));
}

async function lastEntries({ store }: Opened): Promise<readonly [number, number]> {
  const many = async (thread: string) => {
    for (let nth = 0; nth < 20; nth++) await lastPosition(store, thread);
  };
  const [long, short] = await sideBySide(() => many("long"), () => many("short"));
  return [long / 20, short / 20];
}

/** How long after the call of an append a follower of the same store has its entry. */
async function followLatency({ store }: Opened): Promise<readonly [number, number]> {
  const last = await lastPosition(store, "one");
  const follower = store.read("one", { follow: true, after: last });
  const times: number[] = [];
  for (let nth = 0; nth < 100; nth++) {
    const waiting = follower.next();
    await new Promise((resolve) => setTimeout(resolve, 2));
    times.push(await msOf(() => Promise.all([store.append("one", [DRAFT]), waiting])));
  }
  await follower.return?.();
  return [quantile(times, 0.5), quantile(times, 0.99)];
}

function rates(jobs: number, [ours, bare]: readonly [number, number]): string[] {
  const rate = (ms: number) => (jobs / ms * 1000).toFixed(0);
  return [rate(ours), rate(bare), (ours / bare).toFixed(2)];
}

async function measure(name: string, opened: Opened, ofRound: number): Promise<void> {
  const one = rates(ofRound, await appends(opened, ofRound));
  const many = rates(ofRound, await parallelAppends(opened, ofRound));
  await fill(opened);
  const read = rates(LONG, await reads(opened));
  const last = await lastEntries(opened);
  const follow = await followLatency(opened);
  printRow([name, ...one, ...many, ...read, ...[...last, ...follow].map((ms) => ms.toFixed(2))]);
}

/** Opens an engine in a folder of its own, for as long as it is used. */
async function withEngine<T>(open: OpenEngine, use: (opened: Opened) => Promise<T>): Promise<T> {
  const folder = await Deno.makeTempDir({ prefix: "wholeturn-bench-" });
  try {
    const opened = await open(folder);
    try {
      return await use(opened);
    } finally {
      await opened.close();
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

console.log(`${runtimeName()}, load ${Deno.loadavg()[0]!.toFixed(1)} at the start\n`);
printHead([
  "engine",
  "appends/s",
  "bare",
  "cost",
  `${THREADS} threads`,
  "bare",
  "cost",
  "reads/s",
  "bare",
  "cost",
  `last of ${LONG}, ms`,
  `of ${SHORT}`,
  "follow p50, ms",
  "p99",
]);
for (const [name, open] of Object.entries(ENGINES)) {
  if (!isWanted(name)) continue;
  // On an engine of its own, so that what it leaves behind is not in the way of what counts.
  const ofRound = await withEngine(open, warmUp).catch((error) => {
    console.log(`${name}: skipped, as ${error instanceof Error ? error.message : error}`);
  });
  if (ofRound === undefined) continue;
  await withEngine(open, (opened) => measure(name, opened, ofRound));
}
