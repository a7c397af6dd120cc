import { assertEquals, assertThrows } from "@std/assert";
import { ConfigError } from "../../../src/errors.ts";
import type { ProxyConfig } from "../../../src/proxy/config/proxy_config.ts";
import { readConfig } from "../../../src/proxy/config/read_config.ts";
import { FULL } from "./support/full_config.ts";

const A = { url: "https://a.example/v1", key: "k" };

function upstreamOf(config: ProxyConfig, model = "m", index = 0) {
  return readConfig(config).models.get(model)!.upstreams[index]!;
}

Deno.test("readConfig() gives the documented defaults to what says only what it must", () => {
  const plan = readConfig({ providers: { a: A }, models: { m: ["a/x"] } });
  const { models, providers, ...rest } = plan;
  assertEquals(rest, {
    listen: { hostname: "127.0.0.1", port: 4000 },
    clientKeys: [],
    adminKey: undefined,
    limits: {
      maxBodyBytes: 32 * 1024 ** 2,
      maxHeaderBytes: 32 * 1024,
      requestMs: 30_000,
      stallMs: 60_000,
      maxAnswerBytes: 64 * 1024 ** 2,
      maxEventBytes: 8 * 1024 ** 2,
    },
    backoff: { baseMs: 1000, factor: 2, jitter: 0.2, maxHintMs: 3_600_000, probeMs: 120_000 },
    retryBudget: undefined,
    sessions: undefined,
    drain: { delayMs: 0, timeoutMs: 30_000 },
    maxRetryAfterMs: 60_000,
    redis: undefined,
    stateFile: undefined,
    unlisted: undefined,
    warnings: [],
  });
  const provider = {
    name: "a",
    url: "https://a.example/v1",
    keys: ["k"],
    keyBackoffMs: 900_000,
    auth: "bearer" as const,
    slots: undefined,
  };
  assertEquals([...providers], [["a", provider]]);
  const { upstreams, ...model } = models.get("m")!;
  const expected = { strategy: "ordered" as const, fallback: [], maxAttempts: 1, maxWaitMs: 0 };
  assertEquals(model, { name: "m", ...expected });
  assertEquals(upstreams, [{
    id: "a/x",
    provider,
    model: "x",
    backoff: undefined,
    weight: 1,
    slots: undefined,
    timeouts: {
      connectMs: 10_000,
      ttftMs: 120_000,
      idleMs: 90_000,
      totalMs: 1_800_000,
      graceMs: 5000,
    },
    think: {
      mode: "off",
      tags: ["think"],
      startsInside: false,
      onlyAtStart: false,
      loose: false,
      trimAfter: false,
      field: "reasoning_content",
    },
    request: {
      patches: [],
      dropFields: [],
      reasoningField: undefined,
      reasoningEmptyOk: false,
      headers: { set: new Map(), remove: new Set<string>(), forward: new Set<string>() },
    },
    allowEmpty: false,
    failoverOn400: false,
    keepaliveMs: undefined,
  }]);
});

Deno.test("readConfig() reads everything that can be said", () => {
  const plan = readConfig(FULL);
  assertEquals(plan.warnings, []);
  assertEquals(plan.listen, { hostname: "127.0.0.1", port: 8080 });
  assertEquals([plan.clientKeys, plan.adminKey], [["client-1", "client-2"], "admin-1"]);
  const backoff = { baseMs: 2000, factor: 3, jitter: 0, maxHintMs: 1_800_000, probeMs: 60_000 };
  assertEquals(plan.backoff, backoff);
  assertEquals(plan.retryBudget, { ratio: 0.5, perSecond: 3 });
  assertEquals(plan.sessions, { header: "x-chat", fromUser: false, ttlMs: 600_000, max: 7 });
  assertEquals(plan.limits, {
    maxBodyBytes: 1024 ** 2,
    maxHeaderBytes: 1000,
    requestMs: 5000,
    stallMs: 6000,
    maxAnswerBytes: 2 * 1024 ** 2,
    maxEventBytes: 3072,
  });
  assertEquals(plan.drain, { delayMs: 1000, timeoutMs: 2000 });
  assertEquals([plan.maxRetryAfterMs, plan.stateFile], [20_000, "state.json"]);
  const url = "redis://:secret@127.0.0.1:6379";
  assertEquals(plan.redis, { url, prefix: "p:", timeoutMs: 20 });
  const { upstreams, ...model } = plan.models.get("full")!;
  const rest = { strategy: "weighted" as const, fallback: ["list"], maxAttempts: 2 };
  assertEquals(model, { name: "full", ...rest, maxWaitMs: 5000 });
  assertEquals(upstreams[0], {
    id: "a/big",
    provider: plan.providers.get("a")!,
    model: "big",
    backoff: { id: "upstream:a/big", capMs: 86_400_000 },
    weight: 2,
    slots: { id: "upstream:a/big", max: 8, maxQueued: 5, queueMs: 3000 },
    timeouts: { connectMs: 2000, ttftMs: 60_000, idleMs: 45_000, totalMs: 600_000, graceMs: 2000 },
    think: {
      mode: "strip",
      tags: ["think", "mm:think"],
      startsInside: true,
      onlyAtStart: true,
      loose: true,
      trimAfter: true,
      field: "thoughts",
    },
    request: {
      patches: [FULL.providers.a!.patch!, FULL.providers.a!.patch!],
      dropFields: ["reasoning"],
      reasoningField: "reasoning_content",
      reasoningEmptyOk: true,
      headers: {
        set: new Map([["x-title", "proxy"]]),
        remove: new Set(["user-agent"]),
        forward: new Set(["x-team"]),
      },
    },
    allowEmpty: true,
    failoverOn400: true,
    keepaliveMs: 15_000,
  });
  assertEquals(plan.providers.get("a"), {
    name: "a",
    url: "https://a.example/v1",
    keys: ["key-1", "key-2"],
    keyBackoffMs: 3_600_000,
    auth: "x-api-key",
    slots: { id: "provider:a", max: 8, maxQueued: 5, queueMs: 3000 },
  });
});

Deno.test("readConfig() takes what an upstream says before what its provider says, member by member", () => {
  const provider = {
    ...A,
    backoff: "1m",
    timeouts: { connect: 1, ttft: 2 },
    think_tags: { mode: "strip" as const, names: ["a"] },
    reasoning_field: "reasoning_content",
    drop_fields: ["one"],
    patch: { a: 1 },
    keepalive: 5,
    headers: { set: { x: "1", y: "1" }, remove: ["r1", "accept"], forward: ["f1", "f2"] },
  };
  const own = {
    provider: "a",
    timeouts: { ttft: 3 },
    think_tags: { starts_inside: true },
    reasoning_field: null,
    drop_fields: [],
    patch: { b: 2 },
    keepalive: null,
    headers: { set: { X: "2" }, remove: ["Y", "f1"], forward: ["Accept"] },
  };
  const upstream = upstreamOf({ providers: { a: provider }, models: { m: { upstreams: [own] } } });
  assertEquals(upstream.backoff, { id: "provider:a", capMs: 60_000 });
  assertEquals([upstream.timeouts.connectMs, upstream.timeouts.ttftMs], [1000, 3000]);
  const { mode, tags, startsInside } = upstream.think;
  assertEquals({ mode, tags, startsInside }, { mode: "strip", tags: ["a"], startsInside: true });
  assertEquals(upstream.request, {
    patches: [{ a: 1 }, { b: 2 }],
    dropFields: [],
    reasoningField: undefined,
    reasoningEmptyOk: false,
    headers: {
      set: new Map([["x", "2"]]),
      remove: new Set(["r1", "y", "f1"]),
      forward: new Set(["f2", "accept"]),
    },
  });
  assertEquals(upstream.keepaliveMs, undefined);
});

Deno.test("readConfig() rests nothing without a backoff, and null takes the provider's back", () => {
  const providers = { a: { ...A, backoff: "1m" }, b: A };
  const own = { provider: "a", model: "x", backoff: null };
  const config = { providers, models: { m: [own, "a/y", "b/z"] } };
  assertEquals(upstreamOf(config).backoff, undefined);
  assertEquals(upstreamOf(config, "m", 1).backoff?.id, "provider:a");
  assertEquals(upstreamOf(config, "m", 2).backoff, undefined);
});

Deno.test.each(
  [
    { provider: undefined, own: undefined, mode: "off" },
    { provider: "strip", own: undefined, mode: "strip" },
    { provider: "strip", own: "off", mode: "off" },
    { provider: "off", own: { starts_inside: true }, mode: "split" },
    { provider: "strip", own: { starts_inside: true }, mode: "strip" },
    { provider: undefined, own: {}, mode: "split" },
    { provider: { mode: "off" }, own: undefined, mode: "off" },
  ] as const,
)("readConfig() looks for tags by $mode with $provider, then $own", ({ provider, own, mode }) => {
  const config = {
    providers: { a: { ...A, think_tags: provider } },
    models: { m: [{ provider: "a", think_tags: own }] },
  };
  assertEquals(upstreamOf(config).think.mode, mode);
});

Deno.test("readConfig() lets what is said of a pair of provider and model hold wherever it stands", () => {
  const full = { provider: "a", model: "x", backoff: "1m", max_concurrent: 2 };
  const config = { providers: { a: A }, models: { m: ["a/x"], n: [full], o: [full] } };
  assertEquals(upstreamOf(config).backoff, { id: "upstream:a/x", capMs: 60_000 });
  assertEquals(upstreamOf(config).slots?.max, 2);
  const other = { ...full, backoff: "2m", max_concurrent: 3 };
  const error = assertThrows(
    () => readConfig({ ...config, models: { ...config.models, p: [other] } }),
    ConfigError,
  );
  assertEquals(error.message.split("\n"), [
    "models.p[0].backoff must be what models.n[0].backoff is: a/x is the same upstream",
    "models.p[0].max_concurrent must be what models.n[0].max_concurrent is: a/x is the same upstream",
  ]);
});

Deno.test("readConfig() lets a request go to each upstream of a model and its fallbacks, once", () => {
  const models = {
    a: { upstreams: ["a/1", "a/2"], fallback: ["b", "c"] },
    b: { upstreams: ["a/3"], fallback: "a" },
    c: ["a/4"],
  };
  const plan = readConfig({ providers: { a: A }, models });
  const attempts = [...plan.models.values()].map(({ maxAttempts }) => maxAttempts);
  assertEquals(attempts, [4, 4, 1]);
});

Deno.test("readConfig() copies patches, so that a later change of the configuration changes nothing", () => {
  const patch = { a: { b: 1 } };
  const upstream = upstreamOf({ providers: { a: { ...A, patch } }, models: { m: "a/x" } });
  patch.a.b = 2;
  assertEquals(upstream.request.patches, [{ a: { b: 1 } }]);
});

Deno.test("readConfig() warns of a URL without a path, and takes one slash for meant", () => {
  const warningsOf = (url: string) =>
    readConfig({ providers: { a: { url } }, models: { m: "a/x" } }).warnings;
  assertEquals(warningsOf("https://a.example:8000"), [
    "providers.a.url has no path: most servers have this API under /v1, so it may have to be " +
    "https://a.example:8000/v1; if it is right, write https://a.example:8000/",
  ]);
  assertEquals(warningsOf("https://a.example:8000/"), []);
  assertEquals(warningsOf("https://a.example/v1"), []);
});
