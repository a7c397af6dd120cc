/** Every order of the calls to the database, as a scheduler picks them, keeps the store's promises. */
import { assert, assertEquals } from "@std/assert";
import type { TraceStore } from "../../../src/store/trace_store.ts";
import { inAnyOrder, type Scene } from "../support/any_order.ts";
import { all, codeOf, note } from "../support/notes.ts";

/** What is in a thread, batch by batch; each must be whole, in a row without gaps. */
async function batchesIn({ run, stores }: Scene): Promise<string[]> {
  const entries = await run(all(stores[0].read("t")));
  assertEquals(entries.map(({ position }) => position), entries.map((_, index) => index + 1));
  assertEquals(entries.map(({ event }) => event.seq), entries.map((_, index) => index));
  const names = entries.map(({ event }) => String(event.payload).slice(0, 1));
  assertEquals(
    names.filter((_, index) => index % 2 === 1),
    names.filter((_, index) => index % 2 === 0),
  );
  return names.filter((_, index) => index % 2 === 0);
}

const LONG = "x".repeat(40_000);
const short = (name: string) => [note("s", `${name}1`), note("s", `${name}2`)];
const long = (name: string) => [note("s", `${name}1${LONG}`), note("s", `${name}2${LONG}`)];

Deno.test("DenoKvTraceStore lands appends that come between one another whole, short and long", async () => {
  await inAnyOrder(150, async (scene) => {
    const [one, other] = scene.stores;
    await scene.run(Promise.all([
      one.append("t", long("a")),
      other.append("t", long("b")),
      one.append("t", short("c")),
      other.append("t", short("d")),
    ]));
    assertEquals((await batchesIn(scene)).toSorted(), ["a", "b", "c", "d"]);
    assertEquals(scene.kv.kinds.filter((kind) => kind === "p").length, 4);
  });
});

Deno.test("DenoKvTraceStore lands one of the appends at one position", async () => {
  await inAnyOrder(150, async (scene) => {
    const [one, other] = scene.stores;
    const appends = ["a", "b", "c"].map((name, nth) =>
      codeOf((nth % 2 === 0 ? one : other).append("t", long(name), { expected: 0 }))
    );
    const codes = await scene.run(Promise.all(appends));
    assertEquals(codes.toSorted(), ["STREAM_MOVED", "STREAM_MOVED", undefined]);
    assertEquals(await batchesIn(scene), [["a", "b", "c"][codes.indexOf(undefined)]]);
  });
});

Deno.test("DenoKvTraceStore leaves nothing behind of what is deleted and replaced while it is written", async () => {
  await inAnyOrder(150, async (scene) => {
    const { kv, run, stores: [one, other] } = scene;
    const ts = "2026-01-01T00:00:00.000Z";
    const log = long("l").map((draft, seq) => ({ ...draft, seq, ts }));
    await run(one.append("t", long("z")));
    const [code] = await run(Promise.all([
      codeOf(all(other.readBackwards("t"))),
      one.append("t", long("a")),
      other.delete("t"),
      one.load("t", log),
      other.append("t", short("b")),
      one.threads(),
    ]));
    assert(code === undefined || code === "THREAD_GONE", String(code));
    const batches = await batchesIn(scene);
    const ids = (await run(one.threads())).map(({ thread }) => thread);
    assertEquals(ids, batches.length === 0 ? [] : ["t"]);
    await run(one.delete("t"));
    // The last birth is known for ever where it cannot have its versionstamp for a place.
    assertEquals(kv.kinds, kv.commitVersionstamp === undefined ? ["n"] : []);
  });
});

Deno.test("DenoKvTraceStore lets no append land under a lease that another owner has taken and read after", async () => {
  await inAnyOrder(200, async (scene) => {
    const { clock, run, stores: [one, other] } = scene;
    const lease = await run(one.acquire("t", "old", 10));
    const late = codeOf(one.append("t", short("a"), { lease }));
    const takeOver = (async () => {
      // Some calls later, so that the lease may end between the append's look and its commit.
      await other.lease("t");
      clock.nowMs += 10;
      await other.acquire("t", "new", 1000);
      return (await all(other.read("t"))).length;
    })();
    const [code, seen] = await run(Promise.all([late, takeOver]));
    const landed = (await batchesIn(scene)).length * 2;
    assert(code === undefined || code === "LEASE_EXPIRED");
    assertEquals(landed, code === undefined ? 2 : 0);
    assertEquals(seen, landed, "it landed after the new owner had read");
  });
});

Deno.test("DenoKvTraceStore takes what it remembers of a thread for no more than a guess", async () => {
  await inAnyOrder(300, async (scene) => {
    const { clock, run, stores: [one, other] } = scene;
    const lease = await run(one.acquire("t", "old", 10));
    await run(one.append("t", short("a"), { lease, expected: 0 }));
    const wrong = [note("s", "b1"), { type: "note", stream: "s", payload: NaN }];
    const takeOver = (async () => {
      await other.append("t", short("c"));
      clock.nowMs += 10;
      const { token } = await other.acquire("t", "new", 1000);
      assert(token > lease.token);
      return (await all(other.read("t"))).map(({ event }) => String(event.payload));
    })();
    const [positional, leased, bad, seen] = await run(Promise.all([
      codeOf(one.append("t", short("d"), { expected: 2 })),
      codeOf(one.append("t", short("e"), { lease })),
      codeOf(one.append("t", wrong, { expected: 2, lease })),
      takeOver,
    ]));
    assert(positional === undefined || positional === "STREAM_MOVED", String(positional));
    assert(leased === undefined || leased === "LEASE_EXPIRED", String(leased));
    assert(["INVALID_EVENT", "STREAM_MOVED", "LEASE_EXPIRED"].includes(String(bad)), String(bad));
    const landed = await batchesIn(scene);
    assertEquals(
      landed.toSorted(),
      ["a", "c", ...(positional ? [] : ["d"]), ...(leased ? [] : ["e"])].toSorted(),
    );
    if (positional === undefined) assertEquals(landed[1], "d");
    if (leased === undefined) assert(seen.includes("e1"), "it landed after the new owner had read");
    // By now all that the first store remembers is old.
    const stale = await run(Promise.all([
      codeOf(one.append("t", wrong, { lease })),
      codeOf(one.append("t", wrong, { expected: 2 })),
      codeOf(one.append("t", [], { expected: 2 })),
    ]));
    assertEquals(stale, ["LEASE_EXPIRED", "STREAM_MOVED", "STREAM_MOVED"]);
  });
});

Deno.test("DenoKvTraceStore lists threads that are born at once all, and in the order in which they came to be seen", async () => {
  await inAnyOrder(150, async ({ run, stores: [one, other] }) => {
    const ids = ["a", "b", "c", "d"];
    const lists: string[][] = [];
    const look = async (store: TraceStore) => {
      for (let nth = 0; nth < 3; nth++) {
        lists.push((await store.threads()).map(({ thread }) => thread).reverse());
      }
    };
    await run(Promise.all([
      look(one),
      ...ids.map((id, nth) => (nth % 2 === 0 ? one : other).append(id, short(id))),
    ]));
    const all = (await run(other.threads())).map(({ thread }) => thread).reverse();
    assertEquals(all.toSorted(), ids);
    // Who was seen alone was born before whoever was not there yet.
    for (const seen of lists) assertEquals(seen, all.slice(0, seen.length));
  });
});

Deno.test("DenoKvTraceStore gives one of two owners the lease, and tokens that grow", async () => {
  await inAnyOrder(150, async ({ run, stores: [one, other] }) => {
    const takes = [one.acquire("t", "A", 1000), other.acquire("t", "B", 1000)];
    const codes = await run(Promise.all(takes.map(codeOf)));
    assertEquals(codes.toSorted(), ["LEASE_HELD", undefined]);
    const first = await takes[codes.indexOf(undefined)]!;
    const takesAgain = one.acquire("t", first.owner, 1000);
    const [second] = await run(Promise.all([takesAgain, other.release(first)]));
    assert(second.token > first.token);
    assertEquals(await run(other.lease("t")), second, "the release of the old one");
  });
});
