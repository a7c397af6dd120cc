import { ManualClock } from "../../../src/testing/manual_clock.ts";
import { MemoryTraceStore } from "../../../src/store/memory_trace_store.ts";
import { traceStoreContract } from "../../../src/testing/contract/trace_store_contract.ts";

const LACKS = "a store in memory lives in one process, and ends with it";

const contract = {
  real: traceStoreContract(() => ({ store: new MemoryTraceStore() }), {
    without: { peer: LACKS, reopen: LACKS },
  }),
  manual: traceStoreContract(() => {
    const clock = new ManualClock(Date.UTC(2026, 0, 1));
    const store = new MemoryTraceStore({ clock });
    return { store, advance: (ms) => clock.advance(ms) };
  }, { without: { peer: LACKS, reopen: LACKS }, stressMs: 20 }),
};

for (const [clock, cases] of Object.entries(contract)) {
  for (const { name, skip, run } of cases) {
    Deno.test({
      name: `MemoryTraceStore with a ${clock} clock keeps ${name}`,
      ignore: skip !== undefined,
      fn: run,
      sanitizeOps: true,
      sanitizeResources: true,
    });
  }
}
