/** Every order of the calls to the database, as a scheduler picks them: what readers see beside writers. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import type { KvLike } from "../../../src/store/kv/kv_like.ts";
import { isTraceStoreError } from "../../../src/store/trace_store_error.ts";
import { inAnyOrder, type Scene } from "../support/any_order.ts";
import { all, codeOf, note, payloads } from "../support/notes.ts";

/** The code of what was thrown, if it has one. */
function codeThrown(error: unknown): unknown {
  if (isTraceStoreError(error)) return error.code;
  throw error;
}

const pair = (name: string) => [note("s", `${name}1`), note("s", `${name}2`)];

Deno.test("DenoKvTraceStore gives readers beside writers whole batches, and of the log nothing but its beginning", async () => {
  await inAnyOrder(150, async ({ run, stores: [one, other] }) => {
    const seen: (readonly unknown[])[] = [];
    const look = async () => {
      for (let nth = 0; nth < 2; nth++) seen.push(await payloads(other.read("t")));
    };
    await run(
      Promise.all([look(), one.append("t", pair("a")), other.append("t", pair("b")), look()]),
    );
    const log = await run(payloads(one.read("t")));
    for (const part of seen) {
      assertEquals(part, log.slice(0, part.length));
      assertEquals(part.length % 2, 0, "half of a batch was seen");
    }
  });
});

Deno.test("DenoKvTraceStore gives no reader an entry of the next thread of the id, whenever it is deleted", async () => {
  await inAnyOrder(200, async ({ run, stores: [one, other] }) => {
    await run(one.append("t", pair("a")));
    const readers = [other.read("t"), other.readBackwards("t")];
    // What a reader has begun with is what it goes on with.
    for (const reader of readers) await run(reader.next());
    const rest = readers.map((reader) => payloads(reader));
    const rebirth = (async () => {
      await one.delete("t");
      await one.append("t", [...pair("b"), ...pair("c")]);
    })();
    const [forwards, backwards] = await run(Promise.all([...rest, rebirth]));
    assert((forwards as unknown[]).every((payload) => payload === "a2"), String(forwards));
    assert((backwards as unknown[]).every((payload) => payload === "a1"), String(backwards));
    assertEquals(await run(payloads(other.read("t"))), ["b1", "b2", "c1", "c2"]);
  });
});

Deno.test("DenoKvTraceStore gives a reader a thread whole that is deleted meanwhile, or THREAD_GONE", async () => {
  const outcomes = new Set<string>();
  await inAnyOrder(150, async ({ run, stores: [one, other] }) => {
    // More batches than a page has.
    const log = Array.from({ length: 20 }, (_, index) => `a${index}`);
    for (const payload of log) await run(one.append("t", [note("s", payload)]));
    const readers = [other.read("t"), other.readBackwards("t")];
    const whole = [log, log.toReversed()];
    const reading = readers.map((reader) => payloads(reader).catch(codeThrown));
    const found = await run(Promise.all([...reading, one.delete("t")]));
    for (const [index, due] of whole.entries()) {
      // Begun after the delete, it finds nothing.
      const allowed = ["THREAD_GONE", "", String(due)];
      assert(allowed.includes(String(found[index])), String(found[index]));
      outcomes.add(`${index}: ${allowed.indexOf(String(found[index]))}`);
    }
  });
  assert(outcomes.has("0: 0") && outcomes.has("1: 0"), [...outcomes].join());
});

Deno.test("DenoKvTraceStore lets an owner who has taken the lease over append where it read the end", async () => {
  await inAnyOrder(200, async ({ clock, run, stores: [one, other] }) => {
    const lease = await run(one.acquire("t", "old", 10));
    const takeOver = async () => {
      clock.nowMs += 10;
      const next = await other.acquire("t", "new", 1000);
      const seen = (await all(other.read("t"))).length;
      return await codeOf(other.append("t", pair("n"), { lease: next, expected: seen }));
    };
    const late = ["a", "b"].map((name) => codeOf(one.append("t", pair(name), { lease })));
    const [code] = await run(Promise.all([takeOver(), ...late]));
    assertEquals(code, undefined, "something has landed after the new owner had read");
  });
});

async function landsOne({ run, stores: [one, other] }: Scene): Promise<void> {
  const codes = await run(Promise.all([
    codeOf(one.append("t", pair("a"), { expected: 0 })),
    codeOf(other.append("t", pair("b"), { expected: 0 })),
  ]));
  assertEquals(codes.toSorted(), ["STREAM_MOVED", undefined]);
  assertEquals((await run(payloads(one.read("t")))).length, 2);
}

Deno.test("orders of calls find a database that does not check what it commits", async () => {
  const careless = (kv: KvLike): KvLike => ({
    getMany: (keys) => kv.getMany(keys),
    list: (range, options) => kv.list(range, options),
    atomic() {
      const commit = kv.atomic();
      return Object.assign(commit, { check: () => commit });
    },
  });
  await inAnyOrder(50, landsOne);
  await assertRejects(() => inAnyOrder(50, landsOne, careless), Error, "Property failed");
});
