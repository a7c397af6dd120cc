/** Requests that wait for several upstreams at once: in turn, no longer than they may, and nothing stays taken. */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { Lease } from "../../../src/proxy/routing/lease.ts";
import { Slots } from "../../../src/proxy/routing/slots.ts";
import { takeUpstream } from "../../../src/proxy/routing/take_upstream.ts";
import { ManualClock } from "../../../src/testing/manual_clock.ts";
import { type MadeUpstream, upstream } from "./support/upstream.ts";

const QUEUE_MS = 100;
const limit = (id: string, max: number) =>
  new Slots({ id, max, maxQueued: 1000, queueMs: QUEUE_MS });

type Fate = "waits" | "runs" | "over" | "busy" | "resting" | "none" | "left";

interface Request {
  /** The upstreams that it may be sent to, by number. */
  readonly choices: readonly number[];
  readonly cameMs: number;
  readonly client: AbortController;
  /** Those of its choices that rested at some time since it came: it may have lost them. */
  readonly rested: Set<number>;
  fate: Fate;
  lease?: Lease;
  endedMs?: number;
}

/** Two upstreams with limits of their own under a shared one, one apart, and two that are under the shared one alone. */
class World {
  readonly clock = new ManualClock();
  readonly limits: readonly Slots[];
  readonly upstreams: readonly MadeUpstream[];
  readonly requests: Request[] = [];
  /** The requests that were served since the last check. */
  readonly served: Request[] = [];

  constructor(max: number) {
    const [a, b, shared, apart] = [1, 1, max, 1].map((count, at) => limit(`${at}`, count));
    this.limits = [a!, b!, shared!, apart!];
    const limits = [[a!, shared!], [b!, shared!], [apart!], [shared!], [shared!]];
    this.upstreams = limits.map((slots, at) => upstream(`u${at}`, slots));
  }

  ask(choices: readonly number[]): void {
    const { clock } = this;
    const client = new AbortController();
    const rested = new Set(choices.filter((at) => this.upstreams[at]!.isResting));
    const request: Request = { choices, cameMs: clock.now(), client, rested, fate: "waits" };
    this.requests.push(request);
    takeUpstream(choices.map((at) => this.upstreams[at]!.one), {
      clock,
      tried: new Set(),
      queued: { ms: 0 },
      wait: (task) => task(client.signal),
      onResting() {},
    }).then((taken) => {
      request.endedMs = clock.now();
      request.fate = taken instanceof Lease ? "runs" : taken.type;
      if (!(taken instanceof Lease)) return;
      request.lease = taken;
      this.served.push(request);
    }, () => {
      request.endedMs = clock.now();
      request.fate = "left";
    });
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

  /** Lets an upstream rest, or ends its rest. */
  turn(at: number): void {
    const upstream = this.upstreams[at]!;
    upstream.isResting = !upstream.isResting;
    for (const request of this.requests) if (request.fate === "waits") request.rested.add(at);
  }

  check(): void {
    for (const { taken, max } of this.limits) assert(taken <= max);
    for (const request of this.requests) this.#checkOne(request);
    for (const request of this.served.splice(0)) this.#checkTurn(request);
  }

  #checkOne({ fate, choices, rested, cameMs, endedMs }: Request): void {
    const waitedMs = (endedMs ?? this.clock.now()) - cameMs;
    assert(waitedMs <= QUEUE_MS);
    const sure = choices.filter((at) => !rested.has(at));
    if (fate === "busy") assertEquals(waitedMs, QUEUE_MS);
    if (fate === "resting") assertEquals(sure, []);
    assert(fate !== "none");
    if (fate !== "waits") return;
    assert(waitedMs < QUEUE_MS);
    const isFree = (at: number) => this.#limitsOf(at).every(({ taken, max }) => taken < max);
    assertEquals(sure.filter(isFree), [], "it waits for what is free");
  }

  /** Nobody who came before still waits for what a request has got. */
  #checkTurn(request: Request): void {
    const { choices, lease } = request;
    const got = this.upstreams.findIndex(({ one }) => one === lease!.upstream);
    // With two limits, who is the first in one queue may wait in the other for who came later.
    const isBefore = this.#limitsOf(got).length === 1
      ? (other: Request) => other.choices.includes(got) && !other.rested.has(got)
      : (other: Request) => other.choices.join() === choices.join() && other.rested.size === 0;
    const before = this.requests.slice(0, this.requests.indexOf(request));
    const passed = before.filter((other) => other.fate === "waits" && isBefore(other));
    assertEquals(passed.map((other) => other.choices), [], "who waits longest is passed");
  }

  #limitsOf(at: number): readonly Slots[] {
    return this.upstreams[at]!.one.slots;
  }
}

type Step = (world: World) => unknown;

const ask = fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 1 })
  .map((choices): Step => (world) => world.ask(choices));
const end = fc.nat(5).map((index): Step => (world) => world.end(index));
const leave = fc.nat(5).map((index): Step => (world) => world.leave(index));
const turn = fc.nat(4).map((at): Step => (world) => world.turn(at));
const pass = fc.integer({ min: 1, max: QUEUE_MS / 2 })
  .map((ms): Step => (world) => world.clock.advance(ms));

Deno.test("who waits for several upstreams is served in turn, waits in all for no longer than one may, and leaves nothing taken", async () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: ask },
    { weight: 3, arbitrary: end },
    { weight: 1, arbitrary: leave },
    { weight: 2, arbitrary: turn },
    { weight: 2, arbitrary: pass },
  );
  const steps = fc.array(step, { maxLength: 40, size: "max" });
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
    { numRuns: 100 },
  );
});
