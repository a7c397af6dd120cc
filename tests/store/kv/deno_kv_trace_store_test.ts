import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { DenoKvTraceStore } from "../../../src/store/kv/deno_kv_trace_store.ts";
import type { KvAtomic, KvFound, KvLike } from "../../../src/store/kv/kv_like.ts";
import { ManualClock } from "../../../src/testing/manual_clock.ts";
import type { SealedEvent } from "../../../src/store/trace_event.ts";
import { all, codeOf, note, payloads } from "../support/notes.ts";

/** What a test does to a database. */
interface Meddling {
  /** Runs before a commit, and may throw. */
  readonly beforeCommit?: () => Promise<void> | void;
  /** Changes what a list gives. */
  readonly listed?: (rows: KvFound[]) => KvFound[];
  /** Is told of each commit. */
  readonly onCommit?: (commit: { checks: number; changes: number }) => void;
}

function meddled(kv: KvLike, { beforeCommit, listed, onCommit }: Meddling): KvLike {
  return {
    getMany: (keys) => kv.getMany(keys),
    async *list(range, options) {
      const rows: KvFound[] = [];
      for await (const row of kv.list(range, options)) rows.push(row);
      yield* listed?.(rows) ?? rows;
    },
    atomic() {
      const commit = kv.atomic();
      const counts = { checks: 0, changes: 0 };
      const wrapped: KvAtomic = {
        check(...found) {
          counts.checks += found.length;
          commit.check(...found);
          return wrapped;
        },
        set(key, value) {
          counts.changes++;
          commit.set(key, value);
          return wrapped;
        },
        delete(key) {
          counts.changes++;
          commit.delete(key);
          return wrapped;
        },
        async commit() {
          await beforeCommit?.();
          onCommit?.(counts);
          return await commit.commit();
        },
      };
      return wrapped;
    },
    commitVersionstamp: () => kv.commitVersionstamp!(),
  };
}

function kvTest(name: string, run: (kv: Deno.Kv) => Promise<void>): void {
  Deno.test(`DenoKvTraceStore ${name}`, async () => {
    const kv = await Deno.openKv(":memory:");
    try {
      await run(kv);
    } finally {
      kv.close();
    }
  });
}

/** The second part of the keys that are there: what kind of row they are. */
async function kinds(kv: Deno.Kv): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of kv.list({ prefix: [] })) found.push(String(key[1]));
  return found;
}

const LONG = "ж".repeat(40_000);

const sealed = (seq: number): SealedEvent => ({
  ...note("a", seq),
  seq,
  ts: "2026-01-01T00:00:00.000Z",
});

kvTest(
  "keeps large appends whole that lose to others, and leaves none of their parts behind",
  async (kv) => {
    const stores = Array.from({ length: 6 }, () => new DenoKvTraceStore(kv));
    await Promise.all(stores.map((store, writer) => {
      const batch = Array.from({ length: 3 }, (_, nth) => note(`${writer}`, `${nth}${LONG}`));
      return store.append("t", batch);
    }));
    const entries = await all(stores[0]!.read("t"));
    assertEquals(entries.map(({ position }) => position), entries.map((_, index) => index + 1));
    for (let start = 0; start < entries.length; start += 3) {
      const streams = entries.slice(start, start + 3).map(({ event }) => event.stream);
      assertEquals(new Set(streams).size, 1, "a batch is broken");
    }
    assert(entries.every(({ event }) => String(event.payload).endsWith(LONG)));
    // 240,000 bytes and a little, in parts of 60,000.
    assertEquals((await kinds(kv)).filter((kind) => kind === "p").length, 6 * 5);
    await stores[0]!.delete("t");
    assertEquals(await kinds(kv), []);
  },
);

kvTest(
  "leaves nothing of a log that breaks off while it is loaded, and the lease alone",
  async (kv) => {
    const store = new DenoKvTraceStore(kv);
    await store.append("t", [note("a", "old")]);
    const before = await kinds(kv);
    async function* broken() {
      for (let seq = 0; seq < 700; seq++) yield sealed(seq);
      await Promise.resolve();
      throw new Error("the source is gone");
    }
    const lease = await store.acquire("t", "me", 10_000);
    await assertRejects(() => store.load("t", broken()), Error, "the source is gone");
    await store.release(lease);
    assertEquals(await kinds(kv), before);
    assertEquals(await payloads(store.read("t")), ["old"]);
  },
);

kvTest(
  "goes on where another process holds a local database, and says other faults",
  async (kv) => {
    let left = 5;
    const store = new DenoKvTraceStore(meddled(kv, {
      beforeCommit: () => {
        if (left-- > 0) throw new Error("database is locked");
      },
    }));
    await store.append("t", [note("a", 1)]);
    assertEquals(left, -1);
    assertEquals(await payloads(store.read("t")), [1]);
    const broken = new DenoKvTraceStore(meddled(kv, {
      beforeCommit: () => {
        throw new Error("the wire is cut");
      },
    }));
    await assertRejects(() => broken.append("t", [note("a", 2)]), Error, "the wire is cut");
  },
);

kvTest("looks again where a list is shorter than the thread", async (kv) => {
  let lists = 0;
  const listed = (rows: KvFound[]) => lists++ % 2 === 0 ? [] : rows.slice(0, 1);
  const store = new DenoKvTraceStore(meddled(kv, { listed }));
  for (let turn = 1; turn <= 5; turn++) await store.append("t", [note("a", turn)]);
  assertEquals(await payloads(store.read("t")), [1, 2, 3, 4, 5]);
  assertEquals(await payloads(store.readBackwards("t")), [5, 4, 3, 2, 1]);
});

kvTest("passes over nothing where a list begins later than what is asked for", async (kv) => {
  let lists = 0;
  const listed = (rows: KvFound[]) => lists++ % 2 === 0 ? rows.slice(1) : rows;
  const store = new DenoKvTraceStore(meddled(kv, { listed }));
  for (let turn = 1; turn <= 4; turn++) await store.append("t", [note("a", turn)]);
  assertEquals(await payloads(store.read("t")), [1, 2, 3, 4]);
  assertEquals(await payloads(store.readBackwards("t")), [4, 3, 2, 1]);
});

kvTest("says so where entries are missing, instead of ending as if there were none", async (kv) => {
  const store = new DenoKvTraceStore(meddled(kv, { listed: () => [] }));
  await store.append("t", [note("a", 1)]);
  await assertRejects(() => all(store.read("t")), Error, "its entry 1 is missing");
  await assertRejects(() => all(store.readBackwards("t")), Error, "its entry 1 is missing");
});

kvTest(
  "refuses an append whose lease is taken over between the look and the commit",
  async (kv) => {
    const clock = new ManualClock(1000);
    const other = new DenoKvTraceStore(kv, { clock });
    let takesOver = false;
    const store = new DenoKvTraceStore(
      meddled(kv, {
        beforeCommit: async () => {
          if (!takesOver) return;
          takesOver = false;
          await clock.advance(1000);
          await other.acquire("t", "other", 1000);
        },
      }),
      { clock },
    );
    await store.append("t", [note("a", 1)]);
    const lease = await store.acquire("t", "me", 500);
    takesOver = true;
    assertEquals(await codeOf(store.append("t", [note("a", 2)], { lease })), "LEASE_EXPIRED");
    assertEquals(await payloads(store.read("t")), [1]);
  },
);

kvTest("lands an append whose lease is renewed meanwhile", async (kv) => {
  const other = new DenoKvTraceStore(kv);
  let renews = false;
  const store = new DenoKvTraceStore(meddled(kv, {
    beforeCommit: async () => {
      if (!renews) return;
      renews = false;
      await other.renew(lease, 60_000);
    },
  }));
  const lease = await store.acquire("t", "me", 60_000);
  renews = true;
  await store.append("t", [note("a", 1)], { lease, expected: 0 });
  assertEquals(await payloads(store.read("t")), [1]);
  assertEquals((await store.lease("t"))?.token, lease.token);
});

kvTest("keeps to ten checks and a thousand changes a commit, whatever the batch", async (kv) => {
  const commits: { checks: number; changes: number }[] = [];
  const store = new DenoKvTraceStore(meddled(kv, { onCommit: (commit) => commits.push(commit) }));
  const lease = await store.acquire("t", "me", 60_000);
  const batch = Array.from({ length: 1500 }, (_, nth) => note(`${"ж".repeat(200)}${nth}`, nth));
  // The next numbers of so many streams do not fit into the head either.
  await store.append("t", batch, { lease });
  const [entry] = await store.append("t", [batch[7]!], { lease, expected: 1500 });
  assertEquals([entry?.position, entry?.event.seq], [1501, 1]);
  assertEquals((await all(store.read("t"))).length, 1501);
  await store.delete("t");
  assertEquals(await kinds(kv), []);
  assert(commits.every(({ checks, changes }) => checks <= 10 && changes <= 1000));
});

kvTest("lists threads of one millisecond by their births", async (kv) => {
  const store = new DenoKvTraceStore(kv, { clock: new ManualClock(0) });
  for (const id of ["c", "a", "b"]) await store.append(id, [note("a", id)]);
  await store.delete("a");
  await store.append("a", [note("a", "again")]);
  assertEquals((await store.threads()).map(({ thread }) => thread), ["a", "b", "c"]);
  assertEquals((await store.threads({ before: "a", limit: 1 })).map(({ thread }) => thread), ["b"]);
});

/** A database as `npm:@deno/kv` has it: no versionstamp of a commit can stand in a key, and watches never end. */
function stampless(kv: KvLike): KvLike {
  return {
    getMany: (keys) => kv.getMany(keys),
    list: kv.list.bind(kv),
    atomic: kv.atomic.bind(kv),
    watch: () => {
      throw new Error("It was watched");
    },
  };
}

kvTest("follows without a watch where a watch cannot be ended", async (kv) => {
  const [store, other] = [stampless(kv), kv].map((one) => new DenoKvTraceStore(one, { pollMs: 5 }));
  await store!.append("t", [note("a", 1)]);
  const follower = store!.read("t", { follow: true, after: 1 });
  const waiting = follower.next();
  await other!.append("t", [note("a", 2)]);
  assertEquals((await waiting).value?.position, 2);
  await follower.return?.();
});

kvTest(
  "lists threads by their births, whether or not programs can put versionstamps into keys",
  async (kv) => {
    const clock = new ManualClock(0);
    const stores = [kv, stampless(kv)].map((one) => new DenoKvTraceStore(one, { clock }));
    const ids = Array.from({ length: 12 }, (_, nth) => `${nth % 3}${nth}`);
    for (const [nth, id] of ids.entries()) {
      await stores[nth % 3 === 0 ? 0 : 1]!.append(id, [note("a", id)]);
    }
    // The newest goes, and with it the place that the next one would follow.
    for (const [nth, id] of ids.slice(-2).entries()) await stores[nth]!.delete(id);
    await stores[1]!.load("loaded", [sealed(0)]);
    await stores[1]!.append(ids[0]!, [note("a", "no birth")]);
    await stores[0]!.load(ids[1]!, [sealed(0)]);
    const expected = [ids[1], "loaded", ...ids.slice(2, -2).reverse(), ids[0]];
    for (const store of stores) {
      assertEquals((await store.threads()).map(({ thread }) => thread), expected);
      const page = await store.threads({ before: "loaded", limit: 2 });
      assertEquals(page.map(({ thread }) => thread), expected.slice(2, 4));
    }
    for (const id of expected) await stores[1]!.delete(id!);
    // The last birth is known for ever, so that no place is given twice.
    assertEquals(await kinds(kv), ["n"]);
  },
);

kvTest("refuses names that would be one key", async (kv) => {
  const store = new DenoKvTraceStore(kv);
  for (const name of ["\ud800", "\udc00", "a\0b"]) {
    assertEquals(await codeOf(store.append(name, [note("a", 1)])), "INVALID_EVENT");
  }
  assertEquals(await kinds(kv), []);
  assertThrows(() => new DenoKvTraceStore(kv, { pollMs: 0 }), RangeError, "'pollMs'");
});

kvTest("gives up what followers needed when they end, by return() and by delete", async (kv) => {
  const store = new DenoKvTraceStore(kv);
  await store.append("t", [note("a", 1)]);
  const followers = [1, 2, 3].map(() => store.read("t", { follow: true, after: 1 }));
  const waiting = followers.map((follower) => follower.next());
  await followers[0]!.return?.();
  await store.append("t", [note("a", 2)]);
  assertEquals((await waiting[1])?.value?.position, 2);
  const last = followers.slice(1).map((follower) => follower.next());
  await waiting[2];
  await store.delete("t");
  await followers[1]!.return?.();
  await followers[2]!.return?.();
  await Promise.all(last);
});
