import { stub } from "@std/testing/mock";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { type NoSlot, type Release, Slots } from "../../../src/proxy/routing/slots.ts";
import { ManualClock } from "../../../src/testing/manual_clock.ts";

const QUEUE_MS = 100;

/** What became of one who waits. */
type Fate = "waits" | "has" | "gone" | NoSlot | "left";

/** The reference: a list of who has a slot, and a list of who waits and since when. */
class Model {
  max = 2;
  maxQueued = 2;
  nowMs = 0;
  holders: number[] = [];
  queue: { readonly who: number; readonly sinceMs: number }[] = [];
  readonly fates: Fate[] = [];

  get isFree(): boolean {
    return this.holders.length < this.max && this.queue.length === 0;
  }

  arrive(): void {
    const who = this.fates.length;
    if (this.isFree) {
      this.fates.push("has");
      this.holders.push(who);
    } else if (this.queue.length >= this.maxQueued) this.fates.push("full");
    else {
      this.fates.push("waits");
      this.queue.push({ who, sinceMs: this.nowMs });
    }
  }

  serve(): void {
    while (this.holders.length < this.max && this.queue.length > 0) {
      const { who } = this.queue.shift()!;
      this.fates[who] = "has";
      this.holders.push(who);
    }
  }

  wait(ms: number): void {
    this.nowMs += ms;
    for (const { who, sinceMs } of this.queue) {
      if (sinceMs + QUEUE_MS <= this.nowMs) this.fates[who] = "late";
    }
    this.queue = this.queue.filter(({ who }) => this.fates[who] === "waits");
  }
}

interface Real {
  readonly slots: Slots;
  readonly clock: ManualClock;
  readonly fates: Fate[];
  readonly releases: (Release | undefined)[];
  readonly clients: AbortController[];
}

type Command = fc.AsyncCommand<Model, Real>;

function command(
  name: string,
  run: (model: Model, real: Real) => void | Promise<void>,
): Command {
  return {
    check: () => true,
    async run(model, real) {
      await run(model, real);
      await real.clock.advance(0);
      assertEquals(real.fates, model.fates);
      const { slots } = real;
      assertEquals([slots.taken, slots.queued], [model.holders.length, model.queue.length]);
    },
    toString: () => name,
  };
}

const plan = (max: number, maxQueued: number) => ({ id: "x", max, maxQueued, queueMs: QUEUE_MS });

const arrive = command("arrive", (model, { slots, clock, fates, releases, clients }) => {
  model.arrive();
  const who = fates.push("waits") - 1;
  const client = new AbortController();
  clients.push(client);
  slots.wait(clock, client.signal).then((got) => {
    fates[who] = typeof got === "string" ? got : "has";
    if (typeof got !== "string") releases[who] = got;
  }, () => fates[who] = "left");
});
const tryTake = command("tryTake", (model, { slots, fates, releases, clients }) => {
  const release = slots.tryTake();
  assertEquals(release !== undefined, model.isFree);
  if (release === undefined) return;
  model.arrive();
  clients.push(new AbortController());
  releases[fates.push("has") - 1] = release;
});
const release = (index: number) =>
  command(`release ${index}`, (model, { fates, releases }) => {
    if (model.holders.length === 0) return;
    const [who] = model.holders.splice(index % model.holders.length, 1);
    model.fates[who!] = fates[who!] = "gone";
    model.serve();
    releases[who!]!();
    // To give it back twice does nothing.
    releases[who!]!();
  });
const leave = (index: number) =>
  command(`leave ${index}`, (model, { clients }) => {
    if (model.queue.length === 0) return;
    const [{ who } = { who: 0 }] = model.queue.splice(index % model.queue.length, 1);
    model.fates[who] = "left";
    clients[who]!.abort(new Error("left"));
  });
const wait = (ms: number) =>
  command(`wait ${ms}`, async (model, { clock }) => {
    model.wait(ms);
    await clock.advance(ms);
  });
const configure = (max: number, maxQueued: number) =>
  command(`configure ${max} ${maxQueued}`, (model, { slots }) => {
    model.max = max;
    model.maxQueued = maxQueued;
    model.serve();
    slots.configure(plan(max, maxQueued));
  });

Deno.test("Slots does what the reference does: in turn, within its bounds, and never more than there are", async () => {
  const commands = fc.commands([
    fc.constant(arrive),
    fc.constant(arrive),
    fc.constant(tryTake),
    fc.nat(5).map(release),
    fc.nat(5).map(leave),
    fc.integer({ min: 1, max: QUEUE_MS }).map(wait),
    fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat(3)).map(([max, queued]) =>
      configure(max, queued)
    ),
  ], { maxCommands: 40 });
  await fc.assert(
    fc.asyncProperty(commands, async (run) => {
      const clock = new ManualClock();
      const setup = () => ({
        model: new Model(),
        real: { slots: new Slots(plan(2, 2)), clock, fates: [], releases: [], clients: [] },
      });
      await fc.asyncModelRun(setup, run);
    }),
    { numRuns: 100 },
  );
});

Deno.test("Slots serves who waits when there are more of them, in the order in which they came", async () => {
  const clock = new ManualClock();
  const slots = new Slots(plan(1, 10));
  const { signal } = new AbortController();
  slots.tryTake();
  const order: number[] = [];
  for (const who of [0, 1, 2]) slots.wait(clock, signal).then(() => order.push(who));
  await clock.advance(0);
  slots.configure(plan(3, 10));
  await clock.advance(0);
  assertEquals([order, slots.taken, slots.queued], [[0, 1], 3, 1]);
});

Deno.test("Slots does not follow a client any more that was served", async () => {
  const clock = new ManualClock();
  const slots = new Slots(plan(1, 10));
  const release = slots.tryTake()!;
  const { signal } = new AbortController();
  let followed = 0;
  using _add = stub(signal, "addEventListener", () => void followed++);
  using _remove = stub(signal, "removeEventListener", () => void followed--);
  const waited = slots.wait(clock, signal);
  await clock.advance(0);
  assertEquals(followed, 1);
  release();
  await waited;
  assertEquals(followed, 0);
});

Deno.test("Slots leaves no timer behind for one who was served", async () => {
  const clock = new ManualClock();
  const slots = new Slots(plan(1, 10));
  const release = slots.tryTake()!;
  const waited = slots.wait(clock, new AbortController().signal);
  release();
  await waited;
  await clock.advance(0);
  assertEquals(clock.sleeping, 0);
});
