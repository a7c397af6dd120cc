import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { redisState } from "../../../redis.ts";
import { ConfigError } from "../../../src/errors.ts";
import type { ProxyConfig } from "../../../src/proxy/config/proxy_config.ts";
import { replica, TWO, until } from "./support/replicas.ts";
import { type Corner, openCorner, redisTest } from "./support/redis_server.ts";
import { REDIS_URL } from "./support/redis_url.ts";
import { SILENT_PROXY } from "./support/silent_proxy.ts";

/** Upstreams of which the first is down while that is said. */
class Upstreams {
  isDown = true;
  readonly answer = (host: string): Promise<Response | undefined> => {
    const isDown = host === "u1" && this.isDown;
    return Promise.resolve(isDown ? new Response("", { status: 500 }) : undefined);
  };
}

/** Waits until that many proxies hear of one another. */
async function joined({ command, prefix }: Corner, count: number): Promise<void> {
  await until("all are connected", async () => {
    const [, heard] = await command("PUBSUB", "NUMSUB", `${prefix}changes`) as [string, number];
    return heard === count;
  });
}

const SCOPE = "provider:u1";

redisTest("what rests for one proxy is passed over by another within a second", async () => {
  await using corner = await openCorner();
  const { answer } = new Upstreams();
  await using a = replica(corner, answer);
  await using b = replica(corner, answer);
  await joined(corner, 2);
  assertEquals(await a.ask(), "u2/m 2");
  const tookMs = await until("b knows", () => b.rest(SCOPE).level === 1);
  assert(tookMs < 1000, `${tookMs} ms`);
  assert(Math.abs(a.rest(SCOPE).restMs - b.rest(SCOPE).restMs) < 1000);
  assertEquals(await b.ask(), "u2/m 1");
});

redisTest("a proxy that comes later knows what rests", async () => {
  await using corner = await openCorner();
  const { answer } = new Upstreams();
  await using a = replica(corner, answer);
  assertEquals(await a.ask(), "u2/m 2");
  await until("it is told", async () => (await corner.keys()).length > 0);
  await using b = replica(corner, answer);
  await until("b knows", () => b.rest(SCOPE).level === 1);
  assertEquals(await b.ask(), "u2/m 1");
});

redisTest("a success at one proxy opens the upstream for another", async () => {
  await using corner = await openCorner();
  const upstreams = new Upstreams();
  const config = { ...TWO, backoff_defaults: { jitter: 0, base: "500ms" } };
  await using a = replica(corner, upstreams.answer, config);
  await using b = replica(corner, upstreams.answer, config);
  await joined(corner, 2);
  await a.ask();
  await until("b knows", () => b.rest(SCOPE).level === 1);
  upstreams.isDown = false;
  await until("a probes", async () => await a.ask() === "u1/m 1");
  await until("b knows", () => b.rest(SCOPE).level === 0);
  assertEquals(await b.ask(), "u1/m 1");
});

redisTest("a rest that is ended by hand ends everywhere", async () => {
  await using corner = await openCorner();
  const { answer } = new Upstreams();
  await using a = replica(corner, answer, { ...TWO, admin_key: "key" });
  await using b = replica(corner, answer);
  await joined(corner, 2);
  await b.ask();
  await until("a knows", () => a.rest(SCOPE).level === 1);
  const headers = { authorization: "Bearer key" };
  const request = new Request("http://proxy/state/reset", { method: "POST", headers });
  assertEquals((await a.proxy.fetch(request)).status, 200);
  await until("b knows", () => b.rest(SCOPE).level === 0);
  assertEquals(await b.ask(), "u2/m 2");
});

redisTest("one key of several rests everywhere, wherever among the others it is", async () => {
  await using corner = await openCorner();
  const configOf = (keys: readonly string[]): ProxyConfig => ({
    providers: { u1: { url: "http://u1/v1", keys } },
    models: { m: "u1/m" },
  });
  const asked: string[] = [];
  const fetch = (_url: URL, { headers }: RequestInit) => {
    const key = new Headers(headers).get("authorization")!.slice("Bearer ".length);
    asked.push(key);
    const isRefused = key === "old";
    return Promise.resolve(
      isRefused
        ? new Response("", { status: 401 })
        : Response.json({ choices: [{ message: { content: "Hi" }, finish_reason: "stop" }] }),
    );
  };
  const nobody = () => Promise.resolve(undefined);
  await using a = replica(corner, nobody, configOf(["old", "good"]), { fetch });
  await using b = replica(corner, nobody, configOf(["new", "good", "old"]), { fetch });
  await joined(corner, 2);
  await a.ask();
  await until("b knows", () => b.rest("key:u1:2").level === 1);
  asked.length = 0;
  for (let count = 0; count < 4; count++) await b.ask();
  assertEquals(asked, ["new", "good", "new", "good"]);
  const text = JSON.stringify(await corner.keys());
  assertEquals(["old", "new", "good"].filter((key) => text.includes(`:${key}`)), []);
});

redisTest("a session is served by one upstream, whichever proxy it comes to", async () => {
  await using corner = await openCorner();
  const upstreams = new Upstreams();
  const config = { ...TWO, sessions: true, backoff_defaults: { jitter: 0, base: "1s" } };
  const session = { headers: { "x-session-id": "s" } };
  await using a = replica(corner, upstreams.answer, config);
  await using b = replica(corner, upstreams.answer, config);
  await joined(corner, 2);
  assertEquals(await a.ask(session), "u2/m 2");
  upstreams.isDown = false;
  await using late = replica(corner, upstreams.answer, config);
  await joined(corner, 3);
  // What is not of the session has its first choice again.
  for (const one of [a, b, late]) {
    await until("it rests no more", async () => await one.ask() === "u1/m 1");
  }
  assertEquals([await b.ask(session), await late.ask(session)], ["u2/m 1", "u2/m 1"]);
});

redisTest(
  "a session that is told is heard by all others, who know it though nobody asks them",
  async () => {
    await using corner = await openCorner();
    const heard: string[][] = [[], []];
    const links = heard.map((all) =>
      redisState({ url: REDIS_URL, prefix: corner.prefix }).join({
        ...SILENT_PROXY,
        bind: (session, upstream) => all.push(`${session} on ${upstream}`),
      })
    );
    await joined(corner, 2);
    links[0]!.bound!({ session: "m\ns 1", upstream: "u2/m 2", ttlMs: 1000 });
    await until("it is heard", () => heard[1]!.length > 0);
    assertEquals(heard, [[], ["m\ns 1 on u2/m 2"]]);
    for (const link of links) await link.close();
  },
);

redisTest("a limit holds for all proxies together, and all requests are served", async () => {
  await using corner = await openCorner();
  let running = 0;
  let most = 0;
  async function answer(): Promise<undefined> {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 20));
    running--;
  }
  const config: ProxyConfig = {
    providers: {
      u1: { url: "http://u1/v1", max_concurrent: 2, queue: { max: 100, timeout: "60s" } },
    },
    models: { m: "u1/m" },
  };
  await using a = replica(corner, answer, config);
  await using b = replica(corner, answer, config);
  await joined(corner, 2);
  const asked = Array.from({ length: 10 }, (_, index) => (index % 2 ? a : b).ask());
  assertEquals(await Promise.all(asked), Array(10).fill("u1/m 1"));
  assertEquals(most, 2);
  await until("all are given back", async () => (await corner.keys()).length === 0);
});

redisTest("what stands at the server and is none of ours harms nobody", async () => {
  await using corner = await openCorner();
  const { command, prefix } = corner;
  await command("RPUSH", `${prefix}rest:${SCOPE}`, "x");
  await command("SET", `${prefix}rest:provider:u2`, "99999999999999999999 1 1");
  await command("SET", `${prefix}slots:provider:u2`, "x");
  const { answer } = new Upstreams();
  const u2 = { ...TWO.providers!.u2!, max_concurrent: 1 };
  const config = { ...TWO, providers: { ...TWO.providers, u2 } } as ProxyConfig;
  await using a = replica(corner, answer, config);
  await using b = replica(corner, answer, config);
  await joined(corner, 2);
  for (
    const message of [
      "",
      "rest",
      `rest x 1 1 9999999 ${SCOPE}`,
      "rest x NaN 1 1 provider:u2",
      `rest x 3000000000000000 1 1e9999 provider:u2`,
      `rest x 3000000000000000 -1 5000 provider:u2`,
      "session x {",
      "session x [1,2]",
      "free",
      "toString x y",
    ]
  ) if (!message.endsWith(SCOPE)) await command("PUBLISH", `${prefix}changes`, message);
  assertEquals(await a.ask(), "u2/m 2");
  await until("b knows", () => b.rest(SCOPE).level === 1);
  assertEquals(await b.ask(), "u2/m 1");
  assertEquals(b.rest("provider:u2").level, 0);
});

redisTest("all that stands at the server goes away by itself", async () => {
  await using corner = await openCorner();
  const held = Promise.withResolvers<undefined>();
  let isHeld = false;
  const answer = (host: string) => {
    if (host === "u1") return Promise.resolve(new Response("", { status: 500 }));
    isHeld = true;
    return held.promise;
  };
  const u2 = { ...TWO.providers!.u2!, max_concurrent: 1 };
  const providers = { ...TWO.providers, u2 } as ProxyConfig["providers"];
  await using a = replica(corner, answer, { ...TWO, providers, sessions: true } as ProxyConfig);
  await joined(corner, 1);
  const asked = a.ask({ headers: { "x-session-id": "s" } });
  await until("it runs", async () => isHeld && (await corner.keys()).length === 2);
  const kinds = async () => {
    const keys = await corner.keys();
    for (const key of keys) {
      const ms = await corner.command("PTTL", key) as number;
      assert(ms > 0 && ms <= 3_600_000, `${key} ${ms}`);
    }
    return keys.map((key) => key.slice(corner.prefix.length).split(":")[0]).sort();
  };
  assertEquals(await kinds(), ["rest", "slots"]);
  held.resolve(undefined);
  await asked;
  await until("it is told", async () => (await kinds()).includes("session"));
});

redisTest("a password that is wrong is told without it", async () => {
  await using corner = await openCorner();
  const url = new URL(REDIS_URL);
  url.username = "some-user";
  url.password = "hunter2 %25";
  const { answer } = new Upstreams();
  await using a = replica({ prefix: corner.prefix, url: url.href }, answer);
  await until("it is told", () => a.events.some(({ event }) => event === "warning"));
  assertEquals(await a.ask(), "u2/m 2");
  const told = JSON.stringify(a.events.filter(({ event }) => event === "warning"));
  assertStringIncludes(told, "is gone");
  for (const secret of ["hunter2", "some-user", "%25"]) {
    assertEquals(told.includes(secret), false, told);
  }
});

Deno.test("redisState() refuses what is no URL of Redis, without repeating it", () => {
  for (const url of ["hunter2", "http://:hunter2@host", "redis://:hunter2%@host"]) {
    const error = assertThrows(() => redisState({ url }), ConfigError, "Redis");
    assertEquals(error.message.includes("hunter2"), false);
  }
});
