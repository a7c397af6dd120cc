/** The contract of trace stores under vitest, on the store in memory, whose clock the cases move. */
import { test } from "vitest";
import { ManualClock, MemoryTraceStore, traceStoreContract } from "@wholeturn/wholeturn/testing";

/** Opens an empty store for one case; nothing sleeps, as `advance` moves the time. */
function open() {
  const clock = new ManualClock(Date.now());
  return { store: new MemoryTraceStore({ clock }), advance: (ms) => clock.advance(ms) };
}

const reason = "a store in memory lives in one process, and ends with it";
const without = { peer: reason, skewed: reason, reopen: reason };

for (const { name, skip, timeoutMs, run } of traceStoreContract(open, { without, stressMs: 100 })) {
  test.skipIf(skip !== undefined)(skip === undefined ? name : `${name} (${skip})`, run, timeoutMs);
}
