import { stub } from "@std/testing/mock";
import { assertEquals, assertInstanceOf, assertRejects } from "@std/assert";
import { Lease } from "../../../src/proxy/routing/lease.ts";
import { Slots } from "../../../src/proxy/routing/slots.ts";
import { takeUpstream } from "../../../src/proxy/routing/take_upstream.ts";
import type { Upstream } from "../../../src/proxy/routing/upstream.ts";
import { ManualClock } from "../../../src/testing/manual_clock.ts";
import { slots, upstream } from "./support/upstream.ts";

function take(
  upstreams: readonly Upstream[],
  signal = new AbortController().signal,
  clock = new ManualClock(),
  queued = { ms: 0 },
) {
  const taken = takeUpstream(upstreams, {
    clock,
    tried: new Set(),
    queued,
    wait: (task) => task(signal),
    onResting() {},
  });
  return { clock, taken, queued };
}

/** The clock of a machine that is set back. */
class SetBackClock extends ManualClock {
  behindMs = 0;

  override now(): number {
    return super.now() - this.behindMs;
  }
}

/** A limit of which all slots are taken. */
function busy(id: string) {
  const limit = slots(id);
  return { limit, free: limit.tryTake()! };
}

Deno.test("takeUpstream() gives slots and leave back where no key is left", async () => {
  const limit = slots("a");
  const { one, told } = upstream("a", [limit], false);
  assertEquals(await take([one]).taken, { type: "resting", restMs: 1 });
  // It asked twice: at once, and after a wait that was none.
  assertEquals([limit.taken, told.releases], [0, 2]);
});

Deno.test("takeUpstream() goes on to the next where no key is left", async () => {
  const first = upstream("a", [], false);
  const second = upstream("b", []);
  const lease = await take([first.one, second.one]).taken;
  assertInstanceOf(lease, Lease);
  assertEquals(lease.upstream.id, "b");
});

Deno.test("takeUpstream() gives back the first of two slots when its client leaves while it waits for the second", async () => {
  const [own, shared] = [slots("a"), slots("b")];
  const held = shared.tryTake()!;
  const { one } = upstream("a", [own, shared]);
  const client = new AbortController();
  const { clock, taken } = take([one], client.signal);
  const left = assertRejects(() => taken, Error, "left");
  await clock.advance(10);
  assertEquals([own.taken, shared.queued], [1, 1]);
  client.abort(new Error("left"));
  await left;
  assertEquals([own.taken, shared.queued], [0, 0]);
  held();
  assertEquals(shared.taken, 0);
});

Deno.test("takeUpstream() gives back the first of two slots when the second comes too late", async () => {
  const [own, shared] = [slots("a"), slots("b")];
  shared.tryTake();
  const { clock, taken } = take([upstream("a", [own, shared]).one]);
  await clock.advance(100);
  assertEquals(await taken, { type: "busy" });
  assertEquals(own.taken, 0);
});

Deno.test("takeUpstream() takes one that is free before it waits for one that is busy", async () => {
  const { limit } = busy("a");
  const { taken } = take([upstream("a", [limit]).one, upstream("b", [slots("b")]).one]);
  const lease = await taken;
  assertInstanceOf(lease, Lease);
  assertEquals([lease.upstream.id, limit.queued], ["b", 0]);
});

Deno.test("takeUpstream() waits in all queues at once, takes the first slot that comes free, and leaves the others", async () => {
  const [first, second] = [busy("a"), busy("b")];
  const { clock, taken } = take([
    upstream("a", [first.limit]).one,
    upstream("b", [second.limit]).one,
  ]);
  await clock.advance(10);
  assertEquals([first.limit.queued, second.limit.queued], [1, 1]);
  second.free();
  const lease = await taken;
  assertInstanceOf(lease, Lease);
  assertEquals([lease.upstream.id, first.limit.queued, second.limit.taken], ["b", 0, 1]);
  first.free();
  lease.end();
  await clock.advance(0);
  assertEquals([first.limit.taken, second.limit.taken, clock.sleeping], [0, 0, 0]);
});

Deno.test("takeUpstream() gives back at once what comes free for it a second time", async () => {
  const [first, second] = [busy("a"), busy("b")];
  const both = [upstream("a", [first.limit]).one, upstream("b", [second.limit]).one];
  const one = take(both);
  const next = take([both[1]!], undefined, one.clock);
  await one.clock.advance(10);
  first.free();
  second.free();
  const leases = [await one.taken, await next.taken];
  const ids = leases.map((lease) => lease instanceof Lease && lease.upstream.id);
  assertEquals([ids, first.limit.taken, second.limit.taken], [["a", "b"], 1, 1]);
});

Deno.test("takeUpstream() waits once for all queues, and not for one after the other", async () => {
  const upstreams = ["a", "b", "c"].map((id) => upstream(id, [busy(id).limit]).one);
  const { clock, taken } = take(upstreams);
  await clock.advance(100);
  assertEquals(await taken, { type: "busy" });
});

Deno.test("takeUpstream() waits once for both limits that an upstream is under", async () => {
  const [own, shared] = [busy("a"), busy("b")];
  const { clock, taken } = take([upstream("a", [own.limit, shared.limit]).one]);
  await clock.advance(60);
  own.free();
  await clock.advance(39);
  assertEquals([own.limit.taken, shared.limit.queued], [1, 1]);
  await clock.advance(1);
  assertEquals(await taken, { type: "busy" });
  assertEquals(own.limit.taken, 0);
});

Deno.test("takeUpstream() counts what a request has waited before, and does not wait when that was too long", async () => {
  const { limit } = busy("a");
  const queued = { ms: 70 };
  const first = take([upstream("a", [limit]).one], undefined, undefined, queued);
  await first.clock.advance(29);
  assertEquals(limit.queued, 1);
  await first.clock.advance(1);
  assertEquals([await first.taken, queued.ms], [{ type: "busy" }, 100]);
  const next = take([upstream("a", [limit]).one], undefined, first.clock, queued);
  assertEquals(await next.taken, { type: "busy" });
  assertEquals([queued.ms, limit.queued], [100, 0]);
});

Deno.test("takeUpstream() stands in the queue of a limit once, for whichever upstream is under it", async () => {
  const shared = busy("p");
  const own = [slots("a"), slots("b")];
  const both = own.map((limit, at) => upstream(`u${at}`, [limit, shared.limit]).one);
  const { clock, taken } = take([...both, upstream("u2", [shared.limit]).one]);
  await clock.advance(10);
  assertEquals([shared.limit.queued, own[0]!.taken, own[1]!.taken], [1, 1, 0]);
  shared.free();
  const lease = await taken;
  assertInstanceOf(lease, Lease);
  assertEquals([lease.upstream.id, shared.limit.taken, own[1]!.taken], ["u0", 1, 0]);
});

Deno.test("takeUpstream() waits for the next choice under a limit if the first is lost meanwhile", async () => {
  const shared = busy("p");
  const lost = upstream("a", [shared.limit], false);
  const { clock, taken } = take([lost.one, upstream("b", [shared.limit]).one]);
  await clock.advance(10);
  shared.free();
  await clock.advance(0);
  const lease = await taken;
  assertInstanceOf(lease, Lease);
  assertEquals([lease.upstream.id, shared.limit.taken, lost.told.releases], ["b", 1, 1]);
});

Deno.test("takeUpstream() goes on to the next choice under a limit also while it waits elsewhere", async () => {
  const [shared, apart] = [busy("p"), busy("q")];
  const { clock, taken } = take([
    upstream("a", [shared.limit], false).one,
    upstream("b", [shared.limit]).one,
    upstream("c", [apart.limit]).one,
  ]);
  await clock.advance(10);
  shared.free();
  await clock.advance(0);
  assertEquals([shared.limit.taken, apart.limit.queued], [1, 0]);
  const lease = await taken;
  assertInstanceOf(lease, Lease);
  assertEquals(lease.upstream.id, "b");
});

Deno.test("takeUpstream() waits for the next choice under a limit in its turn, also while it waits elsewhere", async () => {
  const [shared, apart, own] = [busy("p"), busy("q"), slots("b")];
  const first = upstream("a", [shared.limit], false);
  const second = upstream("b", [own, shared.limit]);
  const { clock, taken } = take([first.one, second.one, upstream("c", [apart.limit]).one]);
  await clock.advance(10);
  const freeOwn = own.tryTake()!;
  shared.free();
  await clock.advance(0);
  assertEquals([shared.limit.taken, own.queued, apart.limit.queued], [0, 1, 1]);
  freeOwn();
  const lease = await taken;
  assertInstanceOf(lease, Lease);
  assertEquals([lease.upstream.id, shared.limit.taken, apart.limit.queued], ["b", 1, 0]);
});

Deno.test("takeUpstream() gives what came free for the last of many choices that were put off, while it waits elsewhere", async () => {
  const limits = ["p", "q", "r", "s", "t", "u"].map(busy);
  const apart = busy("apart");
  // Each is put off for the one before, which is lost, and then waits for a limit more.
  const chain = limits.map((_, at) =>
    upstream(`u${at}`, limits.slice(0, at + 1).map(({ limit }) => limit), at === 5).one
  );
  const { clock, taken } = take([...chain, upstream("apart", [apart.limit]).one]);
  for (const { free } of limits) {
    await clock.advance(10);
    free();
  }
  const lease = await taken;
  assertInstanceOf(lease, Lease);
  assertEquals([lease.upstream.id, apart.limit.queued], ["u5", 0]);
});

Deno.test("takeUpstream() keeps its turn for its next choice when the first is lost meanwhile", async () => {
  const [shared, own] = [busy("p"), slots("a")];
  const first = take([
    upstream("a", [own, shared.limit], false).one,
    upstream("b", [shared.limit], false).one,
    upstream("c", [slots("c"), shared.limit]).one,
  ]);
  await first.clock.advance(1);
  const next = take([upstream("d", [shared.limit]).one], undefined, first.clock);
  await first.clock.advance(1);
  shared.free();
  await first.clock.advance(0);
  assertEquals([shared.limit.taken, shared.limit.queued, own.taken], [1, 1, 0]);
  const lease = await first.taken;
  assertInstanceOf(lease, Lease);
  assertEquals(lease.upstream.id, "c");
  lease.end();
  assertInstanceOf(await next.taken, Lease);
});

Deno.test("takeUpstream() waits for no longer than one may when the clock is set back", async () => {
  const [own, shared] = [busy("a"), busy("p")];
  const clock = new SetBackClock();
  const { taken, queued } = take([upstream("a", [own.limit, shared.limit]).one], undefined, clock);
  await clock.advance(50);
  clock.behindMs = 1000;
  own.free();
  await clock.advance(100);
  assertEquals([own.limit.taken, shared.limit.queued], [0, 0]);
  assertEquals([await taken, queued.ms], [{ type: "busy" }, 0]);
});

Deno.test("takeUpstream() refuses at once where all queues are full, and waits where one is not", async () => {
  const full = new Slots({ id: "a", max: 1, maxQueued: 0, queueMs: 100 });
  full.tryTake();
  assertEquals(await take([upstream("a", [full]).one]).taken, { type: "busy" });
  const { limit, free } = busy("b");
  const { clock, taken } = take([upstream("a", [full]).one, upstream("b", [limit]).one]);
  await clock.advance(50);
  free();
  assertInstanceOf(await taken, Lease);
});

Deno.test("takeUpstream() gives back what came free for a client that left, and does not call that busy", async () => {
  const { limit, free } = busy("a");
  const client = new AbortController();
  const { clock, taken } = take([upstream("a", [limit]).one], client.signal);
  await clock.advance(10);
  const left = assertRejects(() => taken, Error, "left");
  free();
  client.abort(new Error("left"));
  await left;
  assertEquals([limit.taken, limit.queued], [0, 0]);
});

Deno.test("takeUpstream() does not wait for a client that left before", async () => {
  const { limit } = busy("a");
  const signal = AbortSignal.abort(new Error("left"));
  const { clock, taken } = take([upstream("a", [limit]).one], signal);
  await assertRejects(() => taken, Error, "left");
  assertEquals([limit.queued, clock.sleeping], [0, 0]);
});

Deno.test("takeUpstream() does not follow a client any more that was served", async () => {
  const { limit, free } = busy("a");
  const { signal } = new AbortController();
  let followed = 0;
  using _add = stub(signal, "addEventListener", () => void followed++);
  using _remove = stub(signal, "removeEventListener", () => void followed--);
  const { clock, taken } = take([upstream("a", [limit]).one], signal);
  await clock.advance(10);
  assertEquals(followed, 1);
  free();
  await taken;
  assertEquals(followed, 0);
});

Deno.test("takeUpstream() takes the first of its choices when a slot of it and one of all come free together", async () => {
  const [own, shared] = [busy("a"), busy("p")];
  const { clock, taken } = take([
    upstream("a", [own.limit, shared.limit]).one,
    upstream("b", [shared.limit]).one,
  ]);
  await clock.advance(10);
  own.free();
  shared.free();
  const lease = await taken;
  assertInstanceOf(lease, Lease);
  assertEquals([lease.upstream.id, own.limit.taken, shared.limit.taken], ["a", 1, 1]);
  lease.end();
  await clock.advance(0);
  assertEquals([own.limit.taken, shared.limit.taken], [0, 0]);
});

Deno.test("takeUpstream() keeps the slot of its first choice until one of all comes free", async () => {
  const [own, shared] = [busy("a"), busy("p")];
  const both = [upstream("a", [own.limit, shared.limit]).one, upstream("b", [shared.limit]).one];
  const { clock, taken } = take(both);
  const next = take(both, undefined, clock);
  await clock.advance(10);
  own.free();
  await clock.advance(10);
  shared.free();
  const lease = await taken;
  assertInstanceOf(lease, Lease);
  assertEquals(lease.upstream.id, "a");
  lease.end();
  const after = await next.taken;
  assertInstanceOf(after, Lease);
  assertEquals(after.upstream.id, "a");
  after.end();
  assertEquals([own.limit.taken, shared.limit.taken], [0, 0]);
});

Deno.test("takeUpstream() gives back the slot of a choice that was put off when it has another, or none in time", async () => {
  const [own, shared, apart] = [busy("a"), busy("p"), busy("q")];
  const choices = [
    upstream("a", [own.limit, shared.limit]).one,
    upstream("b", [shared.limit]).one,
    upstream("c", [apart.limit]).one,
  ];
  const { clock, taken } = take(choices);
  await clock.advance(10);
  own.free();
  await clock.advance(10);
  assertEquals(own.limit.taken, 1);
  apart.free();
  assertInstanceOf(await taken, Lease);
  await clock.advance(0);
  assertEquals([own.limit.taken, shared.limit.queued], [0, 0]);
  const late = take(choices.slice(0, 2), undefined, clock);
  await clock.advance(100);
  assertEquals(await late.taken, { type: "busy" });
  assertEquals(own.limit.taken, 0);
});

Deno.test("takeUpstream() gives back the slot of a first choice whenever it comes beside another", async () => {
  for (let turns = 0; turns < 30; turns++) {
    const [own, shared, apart] = [busy("a"), busy("p"), busy("q")];
    const { clock, taken } = take([
      upstream("a", [own.limit, shared.limit]).one,
      upstream("b", [shared.limit]).one,
      upstream("c", [apart.limit]).one,
    ]);
    await clock.advance(10);
    apart.free();
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    own.free();
    assertInstanceOf(await taken, Lease);
    await clock.advance(0);
    assertEquals([own.limit.taken, own.limit.queued, shared.limit.queued], [0, 0, 0]);
  }
});
