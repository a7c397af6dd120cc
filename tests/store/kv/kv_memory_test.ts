import { assertEquals, assertRejects } from "@std/assert";
import { DenoKvTraceStore } from "../../../src/store/kv/deno_kv_trace_store.ts";
import type { KvAtomic, KvLike } from "../../../src/store/kv/kv_like.ts";
import { codeOf, note, payloads } from "../support/notes.ts";

/** A database that notes which calls it gets, and may fail after a commit has landed. */
function noting(kv: KvLike): {
  readonly kv: KvLike;
  readonly calls: string[];
  readonly faults: { loses: boolean };
} {
  const calls: string[] = [];
  const faults = { loses: false };
  const noted: KvLike = {
    getMany: (keys) => {
      calls.push("look");
      return kv.getMany(keys);
    },
    list: kv.list.bind(kv),
    commitVersionstamp: kv.commitVersionstamp!.bind(kv),
    atomic: () => {
      const commit: KvAtomic = kv.atomic();
      const land = commit.commit.bind(commit);
      commit.commit = async () => {
        const result = await land();
        calls.push(result.ok ? "land" : "miss");
        if (faults.loses) throw new Error("The answer is lost");
        return result;
      };
      return commit;
    },
  };
  return { kv: noted, calls, faults };
}

async function withKv(run: (kv: Deno.Kv) => Promise<void>): Promise<void> {
  const kv = await Deno.openKv(":memory:");
  try {
    await run(kv);
  } finally {
    kv.close();
  }
}

Deno.test("DenoKvTraceStore needs one call to append to a thread that it wrote last", async () => {
  await withKv(async (kv) => {
    const { kv: noted, calls } = noting(kv);
    const called = () => calls.splice(0).join();
    const store = new DenoKvTraceStore(noted);
    const batch = [note("a", 1)];
    await store.append("t", batch);
    assertEquals(called(), "look,land");
    await store.append("t", batch);
    await store.append("t", batch, { expected: 2 });
    assertEquals(called(), "land,land");
    let lease = await store.acquire("t", "me", 60_000);
    called();
    await store.append("t", batch, { lease });
    lease = await store.renew(lease, 60_000);
    called();
    await store.append("t", batch, { lease, expected: 4 });
    assertEquals(called(), "land");
  });
});

Deno.test("DenoKvTraceStore looks again where others wrote, where it refuses, and where an answer was lost", async () => {
  await withKv(async (kv) => {
    const { kv: noted, calls, faults } = noting(kv);
    const called = () => calls.splice(0).join();
    const [store, other] = [new DenoKvTraceStore(noted), new DenoKvTraceStore(kv)];
    await store.append("t", [note("a", 1)]);
    called();
    await other.append("t", [note("a", 2)]);
    await store.append("t", [note("a", 3)]);
    assertEquals(called(), "miss,look,land");
    assertEquals(await codeOf(store.append("t", [note("a", 4)], { expected: 2 })), "STREAM_MOVED");
    assertEquals(await store.append("t", []), []);
    assertEquals(called(), "look,look");
    // What is wrong with a batch is said last: by what is remembered, the position is right.
    const wrong = [note("a", NaN)];
    await other.append("t", [note("a", 4)]);
    assertEquals(await codeOf(store.append("t", wrong, { expected: 3 })), "STREAM_MOVED");
    assertEquals(await codeOf(store.append("t", wrong, { expected: 4 })), "INVALID_EVENT");
    faults.loses = true;
    await assertRejects(() => store.append("t", [note("a", 4)]), Error, "The answer is lost");
    faults.loses = false;
    called();
    await store.append("t", [note("a", 5)]);
    assertEquals(called(), "look,land");
    await store.delete("t");
    called();
    await store.append("t", [note("a", 6)], { expected: 0 });
    assertEquals(called(), "look,land");
    assertEquals(await payloads(store.read("t")), [6]);
  });
});
