import { SqliteTraceStore } from "../../../src/store/sqlite/sqlite_trace_store.ts";
import { ManualClock } from "../../../src/testing/manual_clock.ts";
import { contractTests } from "../support/contract_tests.ts";

const NO_FILE = "a database in memory belongs to one connection";

contractTests("SqliteTraceStore", async () => {
  const store = await SqliteTraceStore.open(":memory:");
  return { store, close: () => store.close() };
}, { without: { peer: NO_FILE, reopen: NO_FILE } });

contractTests("SqliteTraceStore with a clock", async () => {
  const clock = new ManualClock(Date.now());
  const store = await SqliteTraceStore.open(":memory:", { clock });
  return { store, advance: (ms) => clock.advance(ms), close: () => store.close() };
}, { without: { peer: NO_FILE, reopen: NO_FILE } });
