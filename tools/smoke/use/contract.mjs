/**
 * Runs the contract of trace stores on the store in memory, case by case under the runtime's own
 * test runner, as authors of stores do in Node or Bun.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ManualClock,
  MemoryTraceStore,
  runContract,
  traceStoreContract,
} from "@wholeturn/wholeturn/testing";

const LACKS = "a store in memory ends with its process";

function open() {
  const clock = new ManualClock(Date.UTC(2026, 0, 1));
  return { store: new MemoryTraceStore({ clock }), advance: (ms) => clock.advance(ms) };
}

const cases = traceStoreContract(open, { stressMs: 10, without: { peer: LACKS, reopen: LACKS } });

for (const { name, skip, run } of cases) if (skip === undefined) test(name, run);

test("runContract() runs the same cases and reports them as TAP", async () => {
  let tap = "";
  const { ok, counts } = await runContract(cases, {
    reporter: "tap",
    write: (text) => void (tap += text),
    concurrency: 20,
  });
  assert.equal(ok, true);
  assert.equal(counts.passed + counts.skipped, cases.length);
  assert.match(tap, /^TAP version 14\n1\.\.\d+\nok 1 - /);
});
