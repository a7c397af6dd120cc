import { assert, assertEquals } from "@std/assert";
import type { UpstreamPlan } from "../../../src/proxy/config/plan.ts";
import { orderUpstreams } from "../../../src/proxy/routing/order_upstreams.ts";
import { Upstream } from "../../../src/proxy/routing/upstream.ts";
import { UpstreamLoad } from "../../../src/proxy/routing/upstream_load.ts";
import type { KeyPool } from "../../../src/proxy/backoff/key_pool.ts";

/** An upstream of a weight, with some requests that run and times that it took. */
function upstream(id: string, weight = 1, inFlight = 0, ...tookMs: readonly number[]): Upstream {
  const load = new UpstreamLoad();
  for (let count = 0; count < inFlight; count++) load.began();
  for (const ms of tookMs) load.tookMs(ms);
  const plan = { id, weight } as UpstreamPlan;
  return new Upstream(plan, { scope: undefined, keys: {} as KeyPool, slots: [], load });
}

/** Numbers from 0 to 1 that are the same in every run (Mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const ids = (upstreams: readonly Upstream[]) => upstreams.map(({ id }) => id);
const unused = () => {
  throw new Error("Nothing is drawn here");
};

Deno.test("orderUpstreams() leaves the order of the configuration", () => {
  const upstreams = [upstream("b", 1, 9, 900), upstream("a", 5), upstream("c")];
  assertEquals(ids(orderUpstreams(upstreams, "ordered", unused)), ["b", "a", "c"]);
});

Deno.test("orderUpstreams() draws the first by its weight, and the next by its weight among the others", () => {
  const DRAWS = 10_000;
  const upstreams = [upstream("a", 6), upstream("b", 3), upstream("c", 1)];
  for (const seed of [1, 2, 3]) {
    const random = seeded(seed);
    const counts = new Map<string, number>();
    for (let draw = 0; draw < DRAWS; draw++) {
      const [first, second] = ids(orderUpstreams(upstreams, "weighted", random));
      for (const key of [first!, `${first}${second}`]) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const expected = {
      a: 0.6,
      b: 0.3,
      c: 0.1,
      // The share among those that are left.
      ab: 0.6 * 3 / 4,
      ac: 0.6 * 1 / 4,
      ba: 0.3 * 6 / 7,
      ca: 0.1 * 6 / 9,
    };
    for (const [key, share] of Object.entries(expected)) {
      // Five standard deviations: with these seeds it holds or it does not.
      const bound = 5 * Math.sqrt(DRAWS * share * (1 - share));
      const off = Math.abs((counts.get(key) ?? 0) - DRAWS * share);
      assert(off < bound, `${key} was drawn ${counts.get(key)} times, not about ${DRAWS * share}`);
    }
  }
});

Deno.test("orderUpstreams() draws from all, also where the source of chance gives its ends", () => {
  const upstreams = [upstream("a", 1000), upstream("b", 0.001)];
  for (const value of [0, Number.MIN_VALUE, 0.5, 1 - Number.EPSILON]) {
    assertEquals(ids(orderUpstreams(upstreams, "weighted", () => value)).sort(), ["a", "b"]);
  }
});

Deno.test("orderUpstreams() puts the least busy first, as far as its weight goes, and keeps the order of equals", () => {
  const busy = [upstream("a", 1, 2), upstream("b", 1, 1), upstream("c", 1, 1)];
  assertEquals(ids(orderUpstreams(busy, "least_busy", unused)), ["b", "c", "a"]);
  const weighted = [upstream("a", 1, 2), upstream("b", 4, 4)];
  assertEquals(ids(orderUpstreams(weighted, "least_busy", unused)), ["b", "a"]);
});

Deno.test("orderUpstreams() puts the fastest first, one that was never asked before all, and a crowded one behind", () => {
  const known = [upstream("a", 1, 0, 300), upstream("b", 1, 0, 100), upstream("c")];
  assertEquals(ids(orderUpstreams(known, "latency", unused)), ["c", "b", "a"]);
  const crowded = [upstream("a", 1, 0, 300), upstream("b", 1, 3, 100)];
  assertEquals(ids(orderUpstreams(crowded, "latency", unused)), ["a", "b"]);
});

Deno.test("orderUpstreams() sends one request to learn how fast an upstream is, and not all that come meanwhile", () => {
  const asked = [upstream("a", 1, 1), upstream("b", 1, 5, 300)];
  assertEquals(ids(orderUpstreams(asked, "latency", unused)), ["b", "a"]);
  const unknown = [upstream("a", 1, 2), upstream("b", 1, 1), upstream("c", 1, 0)];
  assertEquals(ids(orderUpstreams(unknown, "latency", unused)), ["c", "b", "a"]);
});

Deno.test("UpstreamLoad's mean follows newer times more", () => {
  const load = new UpstreamLoad();
  assertEquals(load.latencyMs, undefined);
  load.tookMs(100);
  assertEquals(load.latencyMs, 100);
  for (let count = 0; count < 20; count++) load.tookMs(500);
  assert(load.latencyMs! > 490 && load.latencyMs! <= 500);
});
