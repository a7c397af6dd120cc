/** The contract of trace stores under `node:test`, on Deno KV, which Node has by the package `@deno/kv`. */
import { test } from "node:test";
import { openKv } from "@deno/kv";
import { systemClock } from "@wholeturn/wholeturn";
import { DenoKvTraceStore, traceStoreContract } from "@wholeturn/wholeturn/testing";

/** Opens an empty store for one case, and says what a case may do with it besides. */
async function open() {
  const kv = await openKv(":memory:");
  return {
    store: new DenoKvTraceStore(kv),
    peer: () => new DenoKvTraceStore(kv),
    skewed: (offsetMs) =>
      new DenoKvTraceStore(kv, {
        clock: { ...systemClock, now: () => systemClock.now() + offsetMs },
      }),
    close: () => kv.close(),
  };
}

const without = { reopen: "a database in memory ends when it is closed" };

for (const { name, skip, run } of traceStoreContract(open, { without, stressMs: 100 })) {
  test(name, { skip }, run);
}
