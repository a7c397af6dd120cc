import { assertEquals, assertInstanceOf } from "@std/assert";
import { type Release, Slots } from "../../../src/proxy/routing/slots.ts";
import type { SharedSlot, SharedSlots } from "../../../src/proxy/state/shared_state.ts";
import { Lease } from "../../../src/proxy/routing/lease.ts";
import { takeUpstream } from "../../../src/proxy/routing/take_upstream.ts";
import { ManualClock } from "../../../src/testing/manual_clock.ts";
import { upstream } from "../routing/support/upstream.ts";

const PLAN = { id: "provider:a", max: 2, maxQueued: 2, queueMs: 1000 };
const NEVER = new AbortController().signal;

/** The slots of all, some of which others have. */
class Table implements SharedSlots {
  readonly taken = new Set<SharedSlot>();
  others = 0;
  /** Whether nobody is told of what is given back. */
  isQuiet = false;
  asked = 0;
  readonly #waiting = new Set<() => void>();

  async take(_id: string, max: number): Promise<SharedSlot | undefined> {
    this.asked++;
    await Promise.resolve();
    if (this.taken.size + this.others >= max) return undefined;
    const slot: SharedSlot = { release: () => this.#free(slot) };
    this.taken.add(slot);
    return slot;
  }

  #free(slot: SharedSlot): void {
    this.taken.delete(slot);
    if (!this.isQuiet) this.wake();
  }

  freed(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve));
  }

  wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

function made() {
  const table = new Table();
  const slots = new Slots(PLAN);
  slots.share(table);
  const clock = new ManualClock();
  return { table, slots, clock, wait: (signal = NEVER) => slots.wait(clock, signal) };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

Deno.test("a slot is had of all proxies, and given back to all", async () => {
  const { table, slots } = made();
  assertEquals(slots.tryTake(), undefined);
  const first = await slots.takeNow();
  assertEquals([table.taken.size, slots.taken], [1, 1]);
  first!();
  first!();
  assertEquals([table.taken.size, slots.taken], [0, 0]);
});

Deno.test("where others have all slots there is none, and who waits gets the first that is given back", async () => {
  const { table, slots, wait } = made();
  table.others = 2;
  assertEquals(await slots.takeNow(), undefined);
  assertEquals(slots.taken, 0);
  const order: string[] = [];
  const releases: Release[] = [];
  const got = (name: string) => (release: unknown) => {
    order.push(name);
    releases.push(release as Release);
  };
  const both = [wait().then(got("first")), wait().then(got("second"))];
  await turn();
  assertEquals(await wait(), "full");
  // Nobody overtakes those who wait.
  assertEquals(slots.takeNow(), undefined);
  table.others = 1;
  table.wake();
  await turn();
  assertEquals(order, ["first"]);
  releases[0]!();
  await Promise.all(both);
  assertEquals(order, ["first", "second"]);
  assertEquals([table.taken.size, slots.taken, slots.queued], [1, 1, 0]);
});

Deno.test("one at a time asks others for those who wait", async () => {
  const { table, wait, clock } = made();
  table.others = 2;
  const both = [wait(), wait()];
  await turn();
  const asked = table.asked;
  await turn();
  assertEquals(table.asked, asked);
  table.wake();
  await turn();
  assertEquals(table.asked, asked + 1);
  await clock.advance(1000);
  assertEquals(await Promise.all(both), ["late", "late"]);
});

Deno.test("a slot that comes when nobody waits any more is given back", async () => {
  const { table, slots, wait } = made();
  table.others = 2;
  const client = new AbortController();
  const waiting = wait(client.signal).catch((error) => error.message);
  await turn();
  table.others = 0;
  const { asked } = table;
  table.wake();
  while (table.asked === asked) await Promise.resolve();
  client.abort(new Error("left"));
  assertEquals(await waiting, "left");
  await turn();
  assertEquals([table.taken.size, slots.taken, slots.queued], [0, 0, 0]);
});

Deno.test("who waits is served when the limit is taken away, whatever others have", async () => {
  const { table, slots, wait } = made();
  table.others = 2;
  const both = [wait(), wait()];
  await turn();
  slots.lift();
  for (const release of await Promise.all(both)) (release as Release)();
  assertEquals([table.taken.size, slots.taken], [0, 0]);
});

Deno.test("more than fit here are not asked for elsewhere", async () => {
  const { table, slots } = made();
  const taken = await Promise.all([slots.takeNow(), slots.takeNow(), slots.takeNow()]);
  assertEquals(taken.map((release) => release !== undefined), [true, true, false]);
  assertEquals(table.asked, 2);
});

Deno.test("who waits tries again when a slot is given back here, also if others tell nothing", async () => {
  const { table, slots, wait } = made();
  table.isQuiet = true;
  table.others = 1;
  const first = await slots.takeNow();
  const waiting = wait();
  await turn();
  assertEquals(slots.queued, 1);
  first!();
  assertEquals(typeof await waiting, "function");
});

Deno.test("who comes anew gets no slot that came free elsewhere while another waits for it", async () => {
  const { table, slots, wait } = made();
  table.others = 2;
  const order: string[] = [];
  const waiting = wait().then((release) => {
    order.push("first");
    return release as Release;
  });
  await turn();
  // Nobody was told yet.
  table.others = 1;
  const { asked } = table;
  assertEquals(await slots.takeNow(), undefined);
  const anew = wait().then((release) => {
    order.push("second");
    return release as Release;
  });
  assertEquals([table.asked, order], [asked, []]);
  table.wake();
  (await waiting)();
  (await anew)();
  assertEquals(order, ["first", "second"]);
  assertEquals([table.taken.size, slots.taken, slots.queued], [0, 0, 0]);
});

Deno.test("who waits for several limits of all proxies has a slot of one in the end, also if all come free at once", async () => {
  const limits = [made(), made()];
  for (const { table } of limits) table.others = 2;
  const [first, second] = limits.map(({ slots }, at) => upstream(`u${at}`, [slots]).one);
  const taking = takeUpstream([first!, second!], {
    clock: limits[0]!.clock,
    tried: new Set(),
    queued: { ms: 0 },
    wait: (task) => task(NEVER),
    onResting() {},
  });
  await turn();
  assertEquals(limits.map(({ slots }) => slots.queued), [1, 1]);
  for (const { table } of limits) {
    table.others = 0;
    table.wake();
  }
  const lease = await taking;
  await turn();
  assertInstanceOf(lease, Lease);
  assertEquals(limits.map(({ table, slots }) => [table.taken.size, slots.taken, slots.queued]), [
    [1, 1, 0],
    [0, 0, 0],
  ]);
  lease.end();
  assertEquals(limits.map(({ table, slots }) => [table.taken.size, slots.taken]), [[0, 0], [0, 0]]);
});
