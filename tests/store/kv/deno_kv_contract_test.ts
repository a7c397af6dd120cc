import { DenoKvTraceStore } from "../../../src/store/kv/deno_kv_trace_store.ts";
import { ManualClock } from "../../../src/testing/manual_clock.ts";
import { contractTests } from "../support/contract_tests.ts";

contractTests("DenoKvTraceStore", async () => {
  const kv = await Deno.openKv(":memory:");
  const open = () => new DenoKvTraceStore(kv);
  return { store: open(), peer: open, close: () => kv.close() };
}, { without: { reopen: "a database in memory ends when it is closed" } });

contractTests("DenoKvTraceStore with a clock, which only polls", async () => {
  const kv = await Deno.openKv(":memory:");
  const clock = new ManualClock(Date.now());
  const mute = {
    getMany: (keys: readonly Deno.KvKey[]) => kv.getMany([...keys]),
    list: kv.list.bind(kv),
    atomic: kv.atomic.bind(kv),
    commitVersionstamp: kv.commitVersionstamp.bind(kv),
  };
  const open = () => new DenoKvTraceStore(mute, { clock, prefix: ["a", 1], pollMs: 10 });
  return {
    store: open(),
    peer: open,
    advance: (ms) => clock.advance(ms),
    close: () => kv.close(),
  };
}, { without: { reopen: "a database in memory ends when it is closed" } });
