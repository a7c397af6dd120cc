/** The contract of trace stores under `Deno.test`, on Deno KV: each case is a test, and what cannot be is seen. */
import { systemClock } from "@wholeturn/wholeturn";
import { DenoKvTraceStore, type OpenStore, traceStoreContract } from "@wholeturn/wholeturn/testing";

/** Opens an empty store for one case, and says what a case may do with it besides. */
const open: OpenStore = async () => {
  const kv = await Deno.openKv(":memory:");
  return {
    store: new DenoKvTraceStore(kv),
    peer: () => new DenoKvTraceStore(kv),
    skewed: (offsetMs) =>
      new DenoKvTraceStore(kv, {
        clock: { ...systemClock, now: () => systemClock.now() + offsetMs },
      }),
    close: () => kv.close(),
  };
};

const without = { reopen: "a database in memory ends when it is closed" };

for (const { name, skip, run } of traceStoreContract(open, { without, stressMs: 100 })) {
  Deno.test({
    name: skip === undefined ? name : `${name} (${skip})`,
    ignore: skip !== undefined,
    fn: run,
  });
}
