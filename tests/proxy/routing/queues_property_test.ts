/** Requests that wait for several upstreams at once: in turn, no longer than they may, and nothing stays taken. */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { Lease } from "../../../src/proxy/routing/lease.ts";
import { Slots } from "../../../src/proxy/routing/slots.ts";
import { takeUpstream } from "../../../src/proxy/routing/take_upstream.ts";
import type { Upstream } from "../../../src/proxy/routing/upstream.ts";
import { ManualClock } from "../../../src/testing/manual_clock.ts";
import { upstream } from "./support/upstream.ts";

const QUEUE_MS = 100;
const limit = (id: string, max: number) =>
  new Slots({ id, max, maxQueued: 1000, queueMs: QUEUE_MS });

type Fate = "waits" | "runs" | "over" | "busy" | "left";

interface Request {
  /** The upstreams that it may be sent to, by number. */
  readonly choices: readonly number[];
  readonly cameMs: number;
  readonly client: AbortController;
  fate: Fate;
  lease?: Lease;
  endedMs?: number;
}

/** Two upstreams with limits of their own under a shared one, one that is under the shared one alone, and one apart. */
class World {
  readonly clock = new ManualClock();
  readonly limits: readonly Slots[];
  readonly upstreams: readonly Upstream[];
  readonly requests: Request[] = [];
  /** The requests that were served, in order. */
  readonly served: Request[] = [];

  constructor(max: number) {
    const [a, b, shared, apart] = [1, 1, max, 1].map((count, at) => limit(`${at}`, count));
    this.limits = [a!, b!, shared!, apart!];
    this.upstreams = [[a!, shared!], [b!, shared!], [shared!], [apart!]].map((slots, at) =>
      upstream(`u${at}`, slots).one
    );
  }

  ask(choices: readonly number[]): void {
    const { clock } = this;
    const client = new AbortController();
    const request: Request = { choices, cameMs: clock.now(), client, fate: "waits" };
    this.requests.push(request);
    takeUpstream(choices.map((at) => this.upstreams[at]!), {
      clock,
      tried: new Set(),
      queued: { ms: 0 },
      wait: (task) => task(client.signal),
      onResting() {},
    }).then((taken) => {
      request.endedMs = clock.now();
      request.fate = taken instanceof Lease ? "runs" : "busy";
      if (!(taken instanceof Lease)) return;
      request.lease = taken;
      this.served.push(request);
    }, () => request.fate = "left");
  }

  end(index: number): void {
    const running = this.requests.filter(({ fate }) => fate === "runs");
    const request = running[index % running.length];
    if (request === undefined) return;
    request.fate = "over";
    request.lease!.end();
  }

  leave(index: number): void {
    const waiting = this.requests.filter(({ fate }) => fate === "waits");
    waiting[index % waiting.length]?.client.abort(new Error("left"));
  }

  check(): void {
    for (const { taken, max } of this.limits) assert(taken <= max);
    for (const request of this.requests) this.#checkOne(request);
    const inTurn = Map.groupBy(this.served, ({ choices }) => choices.join());
    for (const served of inTurn.values()) {
      const came = served.map((request) => this.requests.indexOf(request));
      assertEquals(came, came.toSorted((one, other) => one - other));
    }
  }

  #checkOne({ fate, choices, cameMs, endedMs }: Request): void {
    const waitedMs = (endedMs ?? this.clock.now()) - cameMs;
    if (fate === "busy") return assertEquals(waitedMs, QUEUE_MS);
    if (fate !== "waits") return;
    assert(waitedMs < QUEUE_MS);
    const isFree = (at: number) => this.upstreams[at]!.slots.every(({ taken, max }) => taken < max);
    assertEquals(choices.filter(isFree), [], "it waits for what is free");
  }
}

type Step = (world: World) => unknown;

const ask = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 1 })
  .map((choices): Step => (world) => world.ask(choices));
const end = fc.nat(5).map((index): Step => (world) => world.end(index));
const leave = fc.nat(5).map((index): Step => (world) => world.leave(index));
const pass = fc.integer({ min: 1, max: QUEUE_MS / 2 })
  .map((ms): Step => (world) => world.clock.advance(ms));

Deno.test("who waits for several upstreams is served in turn, waits in all for no longer than one may, and leaves nothing taken", async () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: ask },
    { weight: 3, arbitrary: end },
    { weight: 1, arbitrary: leave },
    { weight: 2, arbitrary: pass },
  );
  const steps = fc.array(step, { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 3 }), async (run, max) => {
      const world = new World(max);
      for (const one of run) {
        await one(world);
        await world.clock.advance(0);
        world.check();
      }
      await world.clock.advance(QUEUE_MS);
      while (world.requests.some(({ fate }) => fate === "runs")) {
        world.end(0);
        await world.clock.advance(0);
      }
      world.check();
      assertEquals(world.limits.map(({ taken, queued }) => [taken, queued]), Array(4).fill([0, 0]));
      assertEquals(world.clock.sleeping, 0);
    }),
    { numRuns: 200 },
  );
});
