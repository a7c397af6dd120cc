import { assert, assertEquals, assertNotStrictEquals, assertStrictEquals } from "@std/assert";
import { BackoffRegistry } from "../../../src/proxy/backoff/backoff_registry.ts";
import type { BackoffPlan, BackoffScopePlan, ProxyPlan } from "../../../src/proxy/config/plan.ts";

const DEFAULTS: BackoffPlan = {
  baseMs: 1000,
  factor: 2,
  jitter: 0,
  maxHintMs: 3_600_000,
  probeMs: 120_000,
};
const CAP_MS = 900_000;

function planOf(...scopes: readonly (BackoffScopePlan | undefined)[]): ProxyPlan {
  const upstreams = scopes.map((backoff) => ({ backoff }));
  return { backoff: DEFAULTS, models: new Map([["m", { upstreams }]]) } as unknown as ProxyPlan;
}

function registry(): BackoffRegistry {
  return new BackoffRegistry(DEFAULTS, () => 0);
}

Deno.test("BackoffRegistry shares a provider's rest among all its models", () => {
  const all = registry();
  const plan = { id: "provider:groq", capMs: CAP_MS };
  const [one, other] = [all.scope(plan), all.scope({ ...plan })];
  one.enter(0)!.fail(0);
  assertStrictEquals(one, other);
  assertEquals(other.isCoolingAt(500), true);
});

Deno.test("BackoffRegistry lets an upstream with a rest of its own neither raise nor read the provider's", () => {
  const all = registry();
  const provider = all.scope({ id: "provider:groq", capMs: CAP_MS });
  const upstream = all.scope({ id: "upstream:groq/a", capMs: CAP_MS });
  upstream.enter(0)!.fail(0);
  assertEquals([upstream.isCoolingAt(1), provider.isCoolingAt(1)], [true, false]);
  provider.enter(10)!.fail(10);
  assertEquals([upstream.state().level, provider.state().level], [1, 1]);
});

Deno.test("BackoffRegistry keeps upstreams of one provider apart", () => {
  const all = registry();
  all.scope({ id: "upstream:groq/a", capMs: CAP_MS }).enter(0)!.fail(0);
  assert(all.scope({ id: "upstream:groq/b", capMs: CAP_MS }).canEnter(0));
});

Deno.test("BackoffRegistry keeps what rests over another configuration, whose cap then counts", () => {
  const all = registry();
  all.configure(planOf({ id: "upstream:a/b", capMs: CAP_MS }));
  const before = all.get("upstream:a/b")!;
  before.enter(0)!.fail(0);
  all.configure(
    planOf(undefined, { id: "upstream:a/b", capMs: 1500 }, { id: "provider:c", capMs: 5 }),
  );
  assertStrictEquals(all.get("upstream:a/b"), before);
  assertEquals(before.isCoolingAt(999), true);
  before.enter(1000)!.fail(1000);
  assertEquals(before.remainingAt(1000), 1500);
  assertEquals(all.all().map(({ id }) => id), ["upstream:a/b", "provider:c"]);
});

Deno.test("BackoffRegistry forgets what the configuration names no more, but not the keys", () => {
  const all = registry();
  all.configure(planOf({ id: "upstream:a/b", capMs: CAP_MS }));
  all.keep({ id: "key:a:0", capMs: CAP_MS });
  all.configure(planOf());
  assertEquals(all.all().map(({ id }) => id), ["key:a:0"]);
});

Deno.test("BackoffRegistry tells of every rest that is set or ended", () => {
  const all = registry();
  const told: string[] = [];
  const scope = all.scope({ id: "a", capMs: CAP_MS });
  all.onChange = ({ id }) => told.push(`${id} ${scope.state().level}`);
  scope.enter(0)!.fail(0);
  scope.absorb({ level: 2, untilMs: 5000, failures: 1, isProbed: false }, 0);
  scope.enter(5000)!.commit(5000);
  scope.reset();
  assertEquals(told, ["a 1", "a 0"]);
});

Deno.test("BackoffRegistry holds no more than it must, however many models clients think of", () => {
  const all = registry();
  all.configure(planOf({ id: "upstream:a/listed", capMs: CAP_MS }));
  const [listed, first] = [all.get("upstream:a/listed"), all.scope({ id: "u0", capMs: CAP_MS })];
  for (let at = 1; at < 10_000; at++) all.scope({ id: `u${at}`, capMs: CAP_MS });
  assertEquals(all.all().length, 4097);
  assertStrictEquals(all.get("upstream:a/listed"), listed);
  assertNotStrictEquals(all.scope({ id: "u0", capMs: CAP_MS }), first);
});
