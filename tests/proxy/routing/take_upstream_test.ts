import { assertEquals, assertInstanceOf, assertRejects } from "@std/assert";
import type { BackoffScope } from "../../../src/proxy/backoff/backoff_scope.ts";
import type { KeyPool } from "../../../src/proxy/backoff/key_pool.ts";
import type { UpstreamPlan } from "../../../src/proxy/config/plan.ts";
import { Lease } from "../../../src/proxy/routing/lease.ts";
import { Slots } from "../../../src/proxy/routing/slots.ts";
import { takeUpstream } from "../../../src/proxy/routing/take_upstream.ts";
import { Upstream } from "../../../src/proxy/routing/upstream.ts";
import { UpstreamLoad } from "../../../src/proxy/routing/upstream_load.ts";
import { ManualClock } from "../../../src/testing/manual_clock.ts";

/** An upstream that has leave to give, and of which the keys may be gone by the time one is taken. */
function upstream(id: string, slots: readonly Slots[], hasKey = true) {
  const told = { releases: 0 };
  const pass = { isProbe: true, commit() {}, fail() {}, release: () => void told.releases++ };
  const scope = { canEnter: () => true, remainingAt: () => 0, enter: () => pass };
  const keys = {
    canTake: () => true,
    remainingAt: () => 0,
    take: () => hasKey ? { key: undefined, index: 0, pass } : undefined,
  };
  const one = new Upstream({ id } as UpstreamPlan, {
    scope: scope as unknown as BackoffScope,
    keys: keys as unknown as KeyPool,
    slots,
    load: new UpstreamLoad(),
  });
  return { one, told };
}

const slots = (id: string, max = 1) => new Slots({ id, max, maxQueued: 5, queueMs: 100 });

function take(upstreams: readonly Upstream[], signal = new AbortController().signal) {
  const clock = new ManualClock();
  const taken = takeUpstream(upstreams, {
    clock,
    tried: new Set(),
    wait: (task) => task(signal),
    onResting() {},
  });
  return { clock, taken };
}

Deno.test("takeUpstream() gives slots and leave back where no key is left", async () => {
  const limit = slots("a");
  const { one, told } = upstream("a", [limit], false);
  assertEquals(await take([one]).taken, { type: "busy" });
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
  const busy = slots("a");
  busy.tryTake();
  const { taken } = take([upstream("a", [busy]).one, upstream("b", [slots("b")]).one]);
  const lease = await taken;
  assertInstanceOf(lease, Lease);
  assertEquals([lease.upstream.id, busy.queued], ["b", 0]);
});
