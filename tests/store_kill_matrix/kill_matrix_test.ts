import { assert, assertEquals } from "@std/assert";
import { traceStoreContract } from "../../src/testing/contract/trace_store_contract.ts";
import { ManualClock } from "../../src/testing/manual_clock.ts";
import { ALL_FAULTS } from "./all_faults.ts";
import { allTurns, type Fault, underTest } from "./fault.ts";
import { failuresOf, runOn } from "./kills.ts";
import { PlainStore } from "./plain_store.ts";

const SOUND: Fault = {
  name: "none: ",
  killedBy: "",
  open: (clock) => underTest(new PlainStore(clock), clock),
};

const CASES = traceStoreContract(() =>
  underTest(new PlainStore(new ManualClock()), new ManualClock())
);

/** Cases that take as long as all others together; none of them is needed to tell a fault from another. */
const HEAVY: ReadonlySet<string> = new Set([
  "values: payloads of many sizes up to a mebibyte come back",
  "values: a batch of 5,000 events lands whole and in order",
  "race: large batches at one position stay whole",
  "load: a long log is loaded whole",
  "long: 100,000 entries are all there, page by page, and the thread goes on",
]);

/** The cases that a fault is killed by, without those that are heavy. */
async function killersOf(fault: Fault): Promise<readonly string[]> {
  const filter = ({ name }: { readonly name: string }) =>
    !HEAVY.has(name) || name === fault.killedBy;
  // Long enough that only what hangs runs into it.
  return failuresOf(await runOn(fault, { filter, timeoutMs: 5000 }));
}

Deno.test("kill matrix: the store that faults are put into keeps the whole contract", async () => {
  const { counts, results } = await runOn(SOUND, { timeoutMs: 20_000 });
  assertEquals(failuresOf({ ok: true, counts, results }), []);
  assertEquals(counts.passed, CASES.length);
});

Deno.test("kill matrix: there are at least 80 faults, each different", () => {
  assert(ALL_FAULTS.length >= 80);
  assertEquals(new Set(ALL_FAULTS.map(({ name }) => name)).size, ALL_FAULTS.length);
});

for (const fault of ALL_FAULTS) {
  Deno.test(`kill matrix: [${fault.name}] is killed by [${fault.killedBy}]`, async () => {
    const report = await runOn(fault, { filter: ({ name }) => name === fault.killedBy });
    await allTurns();
    assertEquals(failuresOf(report), [fault.killedBy]);
  });
}

Deno.test("kill matrix: each case of ours names a public bug or kills what no other does", async () => {
  const names = CASES.filter(({ level, seen }) => level === "strict" && seen === undefined)
    .map(({ name }) => name);
  const idle: string[] = [];
  async function work(): Promise<void> {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      if (!await killsAlone(name)) idle.push(name);
    }
  }
  // Several at once, as those that hang do nothing but wait.
  await Promise.all(Array.from({ length: 4 }, work));
  await allTurns();
  assertEquals(idle, []);
});

Deno.test("kill matrix: each case of ours that names a public bug kills something too", () => {
  const killers = new Set(ALL_FAULTS.map(({ killedBy }) => killedBy));
  const idle = CASES.filter(({ level, name }) => level === "strict" && !killers.has(name));
  assertEquals(idle.map(({ name }) => name), []);
});

async function killsAlone(name: string): Promise<boolean> {
  for (const fault of ALL_FAULTS) {
    if (fault.killedBy !== name) continue;
    const killers = await killersOf(fault);
    if (killers.length === 1 && killers[0] === name) return true;
  }
  return false;
}
