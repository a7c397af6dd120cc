import { assertEquals, assertRejects } from "@std/assert";
import { DenoKvTraceStore } from "../../src/store/kv/deno_kv_trace_store.ts";
import { EngineTraceStore } from "../../src/store/engine_trace_store.ts";
import type { StoreEngine } from "../../src/store/store_engine.ts";
import { codeOf, note, payloads } from "./support/notes.ts";

Deno.test("EngineTraceStore waits no longer for an append once it is aborted; it may land", async () => {
  const kv = await Deno.openKv(":memory:");
  const store = new DenoKvTraceStore(kv);
  const controller = new AbortController();
  const append = store.append("t", [note("a", 1)], { signal: controller.signal });
  controller.abort(new Error("enough"));
  await assertRejects(() => append, Error, "enough");
  const early = store.append("t", [note("a", 2)], { signal: controller.signal });
  await assertRejects(() => early, Error, "enough");
  await store.append("t", [note("a", 3)], { signal: new AbortController().signal });
  // The one that was aborted in time never began, the other has landed by now or never does.
  assertEquals((await payloads(store.read("t"))).filter((payload) => payload !== 1), [3]);
  kv.close();
});

Deno.test("EngineTraceStore asks the engine nothing where a name, a position or a time cannot be", async () => {
  const asked: string[] = [];
  const engine = new Proxy({} as StoreEngine, {
    get: (_, name) => () => {
      asked.push(String(name));
      return Promise.resolve([]);
    },
  });
  const store = new EngineTraceStore(engine);
  const codes = [
    store.append("", []),
    store.delete("\0"),
    store.load("\ud800", []),
    store.acquire("t", "", 1),
    store.lease("x".repeat(513)),
    store.threads({ before: "" }),
  ].map(codeOf);
  assertEquals(new Set(await Promise.all(codes)), new Set(["INVALID_EVENT"]));
  await assertRejects(() => store.append("t", [], { expected: -1 }), RangeError, "'expected'");
  await assertRejects(() => store.acquire("t", "me", 0), RangeError, "'ttlMs'");
  await assertRejects(() => store.threads({ limit: 0 }), RangeError, "'limit'");
  assertEquals(asked, []);
});
