import { assertEquals } from "@std/assert";
import { BackoffRegistry } from "../../../src/proxy/backoff/backoff_registry.ts";
import { KeyPool } from "../../../src/proxy/backoff/key_pool.ts";
import type { BackoffPlan, ProviderPlan } from "../../../src/proxy/config/plan.ts";

const DEFAULTS: BackoffPlan = {
  baseMs: 1000,
  factor: 2,
  jitter: 0,
  maxHintMs: 3_600_000,
  probeMs: 120_000,
};

function provider(...keys: readonly string[]): ProviderPlan {
  return { name: "groq", url: "https://a", keys, auth: "bearer", slots: undefined };
}

function pool(keys: readonly string[], capMs?: number) {
  const registry = new BackoffRegistry(DEFAULTS, () => 0);
  return { registry, keys: new KeyPool(provider(...keys), registry, { capMs }) };
}

const ids = (registry: BackoffRegistry) => registry.all().map(({ id }) => id);

Deno.test("KeyPool gives its keys in turn", () => {
  const { keys } = pool(["a", "b", "c"]);
  const taken = Array.from({ length: 7 }, () => keys.take(0)!);
  assertEquals(taken.map(({ key }) => key), ["a", "b", "c", "a", "b", "c", "a"]);
  assertEquals(taken.map(({ index }) => index), [0, 1, 2, 0, 1, 2, 0]);
});

Deno.test("D21: a key that is refused rests alone, and the next one is used at once", () => {
  const { keys } = pool(["a", "b"]);
  keys.take(0)!.pass.fail(0, { hintMs: 5000 });
  const taken = Array.from({ length: 3 }, () => keys.take(0)?.key);
  assertEquals(taken, ["b", "b", "b"]);
  assertEquals([keys.canTake(0), keys.remainingAt(0)], [true, 0]);
  assertEquals(keys.take(5000)?.key, "a");
});

Deno.test("KeyPool gives none while all keys rest, until the first of them has rested", () => {
  const { keys } = pool(["a", "b"]);
  keys.take(0)!.pass.fail(0, { hintMs: 5000 });
  keys.take(0)!.pass.fail(0, { hintMs: 3000 });
  assertEquals([keys.take(0), keys.canTake(0), keys.remainingAt(0)], [undefined, false, 3000]);
  assertEquals(keys.take(3000)?.key, "b");
  assertEquals(keys.take(3000), undefined);
});

Deno.test("KeyPool lets a refused key rest for growing times, up to 15 minutes unless told otherwise", () => {
  const restsOf = (capMs?: number) => {
    const { keys } = pool(["a", "b"], capMs);
    return [0, 1, 2, 3, 4, 5].map((hour) => {
      const nowMs = hour * 3_600_000;
      for (let key = keys.take(nowMs); key; key = keys.take(nowMs)) {
        key.pass.fail(nowMs, { minRestMs: 60_000 });
      }
      return keys.remainingAt(nowMs) / 60_000;
    });
  };
  assertEquals(restsOf(), [1, 2, 4, 8, 15, 15]);
  assertEquals(restsOf(180_000), [1, 2, 3, 3, 3, 3]);
});

Deno.test("KeyPool never lets a lone key rest", () => {
  const { keys, registry } = pool(["a"]);
  for (let at = 0; at < 5; at++) keys.take(0)!.pass.fail(0, { minRestMs: 60_000 });
  assertEquals([keys.take(0)?.key, keys.canTake(0), keys.remainingAt(0)], ["a", true, 0]);
  assertEquals(ids(registry), []);
});

Deno.test("KeyPool serves a provider that has no keys", () => {
  const { keys } = pool([]);
  assertEquals([keys.take(0)?.key, keys.size, keys.canTake(0)], [undefined, 0, true]);
});

Deno.test("KeyPool names its keys' scopes by provider and place, never by the key", () => {
  const { registry } = pool(["sk-secret-1", "sk-secret-2"]);
  assertEquals(ids(registry), ["key:groq:0", "key:groq:1"]);
});

Deno.test("KeyPool lets a key that stays rest on, wherever another configuration puts it", () => {
  const { keys, registry } = pool(["a", "b"]);
  keys.take(0)!.pass.fail(0, { hintMs: 5000 });
  keys.configure(provider("c", "b", "a"), 1000);
  assertEquals(Array.from({ length: 4 }, () => keys.take(1000)?.key), ["b", "c", "b", "c"]);
  assertEquals([keys.take(5000)?.key, keys.take(5000)?.key], ["b", "a"]);
  assertEquals(ids(registry), ["key:groq:1", "key:groq:0", "key:groq:2"]);
});

Deno.test("KeyPool does not let a new key rest for what requests with the old one tell", () => {
  const { keys } = pool(["old", "b"]);
  const { pass } = keys.take(0)!;
  keys.configure(provider("new", "b"), 0);
  pass.fail(0, { minRestMs: 60_000 });
  const taken = [keys.take(0)?.key, keys.take(0)?.key];
  assertEquals(taken.toSorted(), ["b", "new"]);
});

Deno.test("KeyPool forgets the scopes of keys that are gone, and all of them when it is closed", () => {
  const { keys, registry } = pool(["a", "b", "c"]);
  keys.configure(provider("a", "b"), 0);
  assertEquals(ids(registry), ["key:groq:0", "key:groq:1"]);
  keys.configure(provider("a"), 0);
  assertEquals(ids(registry), []);
  keys.configure(provider("a", "b"), 0);
  keys.close();
  assertEquals(ids(registry), []);
});
