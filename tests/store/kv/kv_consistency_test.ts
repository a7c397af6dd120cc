import { assert, assertEquals } from "@std/assert";
import type { KvLike } from "../../../src/store/kv/kv_like.ts";
import { DenoKvTraceStore } from "../../../src/store/kv/deno_kv_trace_store.ts";
import { all, note } from "../support/notes.ts";

Deno.test("DenoKvTraceStore never asks for what may be old", async () => {
  const kv = await Deno.openKv(":memory:");
  const options: unknown[] = [];
  const watched: KvLike = {
    getMany(keys, ...rest: unknown[]) {
      options.push(...rest);
      return kv.getMany([...keys]);
    },
    list(range, given) {
      options.push(given);
      return kv.list(range, given);
    },
    atomic: () => kv.atomic() as ReturnType<KvLike["atomic"]>,
    commitVersionstamp: () => kv.commitVersionstamp(),
  };
  const store = new DenoKvTraceStore(watched);
  await store.append("t", [note("a", 1)]);
  const lease = await store.acquire("t", "A", 60_000);
  await store.append("t", [note("a", 2)], { lease, expected: 1 });
  assertEquals((await all(store.read("t"))).length, 2);
  assertEquals((await all(store.readBackwards("t"))).length, 2);
  assertEquals((await store.threads()).length, 1);
  await store.delete("t");
  assert(options.length > 0);
  // Without a word of it, a database is asked for what is newest.
  assertEquals(options.filter((given) => "consistency" in (given as object)), []);
  kv.close();
});
