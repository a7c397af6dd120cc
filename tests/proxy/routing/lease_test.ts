import { assertEquals } from "@std/assert";
import { FREE_PASS } from "../../../src/proxy/backoff/backoff_pass.ts";
import { BackoffRegistry } from "../../../src/proxy/backoff/backoff_registry.ts";
import { KeyPool } from "../../../src/proxy/backoff/key_pool.ts";
import type { ProviderPlan, UpstreamPlan } from "../../../src/proxy/config/plan.ts";
import { failureOf } from "../../../src/proxy/failure/meaning.ts";
import type { FailureKind } from "../../../src/proxy/failure/failure.ts";
import { Lease } from "../../../src/proxy/routing/lease.ts";
import { Upstream } from "../../../src/proxy/routing/upstream.ts";
import { UpstreamLoad } from "../../../src/proxy/routing/upstream_load.ts";

const BACKOFF = { baseMs: 1000, factor: 2, jitter: 0, maxHintMs: 3_600_000, probeMs: 120_000 };

/** Fails one attempt; gives whether the upstream's own scope and the first key rest then. */
function restAfter(
  kind: FailureKind,
  keys: readonly string[],
  scopeId: string,
): [boolean, boolean] {
  const registry = new BackoffRegistry(BACKOFF, () => 0);
  const provider: ProviderPlan = {
    name: "a",
    url: "https://a",
    keys,
    auth: "bearer",
    slots: undefined,
  };
  const backoff = { id: scopeId, capMs: 900_000 };
  const plan = { id: "a/b", provider, backoff } as unknown as UpstreamPlan;
  const scope = registry.scope(backoff);
  const pool = new KeyPool(provider, registry);
  const upstream = new Upstream(plan, { scope, keys: pool, slots: [], load: new UpstreamLoad() });
  const lease = new Lease(upstream, upstream.enter(0)!, pool.take(0)!, []);
  lease.fail(failureOf(kind, "No"), 0);
  return [scope.isCoolingAt(0), registry.get("key:a:0")?.isCoolingAt(0) ?? false];
}

Deno.test("Lease lets one key of several rest, and not the upstream", () => {
  assertEquals(restAfter("rate_limit", ["k1", "k2"], "upstream:a/b"), [false, true]);
});

Deno.test("Lease lets the upstream rest in place of its lone key", () => {
  for (const kind of ["rate_limit", "quota", "auth"] as const) {
    assertEquals(restAfter(kind, ["k1"], "upstream:a/b"), [true, false]);
  }
});

Deno.test("Lease lets the upstream rest for its own failures, and not the key", () => {
  assertEquals(restAfter("server_error", ["k1", "k2"], "provider:a"), [true, false]);
});

Deno.test("Lease lets a model that is gone rest, but not a whole provider because of it", () => {
  assertEquals(restAfter("not_found", ["k1"], "upstream:a/b"), [true, false]);
  assertEquals(restAfter("not_found", ["k1"], "provider:a"), [false, false]);
});

Deno.test("Lease gives all back once, however often it is ended", () => {
  const load = new UpstreamLoad();
  const keys = { take: () => undefined } as unknown as KeyPool;
  const plan = { id: "a/b" } as UpstreamPlan;
  const upstream = new Upstream(plan, { scope: undefined, keys, slots: [], load });
  const told: string[] = [];
  const pass = { ...FREE_PASS, release: () => void told.push("pass") };
  const key = { key: "k", index: 0, pass: { ...FREE_PASS, release: () => void told.push("key") } };
  const lease = new Lease(upstream, pass, key, [() => told.push("slot")]);
  assertEquals(load.inFlight, 1);
  lease.end();
  lease.end();
  assertEquals([load.inFlight, told], [0, ["pass", "key", "slot"]]);
});
