import type { Clock } from "../../../src/clock.ts";
import { DenoKvTraceStore } from "../../../src/store/kv/deno_kv_trace_store.ts";
import { ManualClock } from "../../../src/testing/manual_clock.ts";
import { contractTests } from "../support/contract_tests.ts";
import { skewedClock } from "../support/skewed_clock.ts";

contractTests("DenoKvTraceStore", async () => {
  const kv = await Deno.openKv(":memory:");
  const open = () => new DenoKvTraceStore(kv);
  const skewed = (offsetMs: number) => new DenoKvTraceStore(kv, { clock: skewedClock(offsetMs) });
  return { store: open(), peer: open, skewed, close: () => kv.close() };
}, { without: { reopen: "a database in memory ends when it is closed" } });

contractTests(
  "DenoKvTraceStore with a clock, which only polls, without versionstamps in keys",
  async () => {
    const kv = await Deno.openKv(":memory:");
    const clock = new ManualClock(Date.now());
    const mute = {
      getMany: (keys: readonly Deno.KvKey[]) => kv.getMany([...keys]),
      list: kv.list.bind(kv),
      atomic: kv.atomic.bind(kv),
    };
    const openBy = (clock: Clock) =>
      new DenoKvTraceStore(mute, { clock, prefix: ["a", 1], pollMs: 10 });
    const open = () => openBy(clock);
    return {
      store: open(),
      peer: open,
      skewed: (offsetMs) => openBy(skewedClock(offsetMs, clock)),
      advance: (ms) => clock.advance(ms),
      close: () => kv.close(),
    };
  },
  { without: { reopen: "a database in memory ends when it is closed" } },
);
