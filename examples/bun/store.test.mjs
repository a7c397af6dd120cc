/** The contract of trace stores under `bun:test`, on SQLite in memory. */
import { test } from "bun:test";
import { SqliteTraceStore, traceStoreContract } from "@wholeturn/wholeturn/testing";

/** Opens an empty store for one case. */
async function open() {
  const store = await SqliteTraceStore.open(":memory:");
  return { store, close: () => store.close() };
}

const reason = "a database in memory has one connection, and ends with it";
const without = { peer: reason, skewed: reason, reopen: reason };

for (const { name, skip, timeoutMs, run } of traceStoreContract(open, { without, stressMs: 100 })) {
  if (skip === undefined) test(name, run, timeoutMs);
  else test.skip(`${name} (${skip})`, run);
}
