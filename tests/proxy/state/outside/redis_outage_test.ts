import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { toBytes } from "../../../../src/bytes.ts";
import type { ProxyConfig } from "../../../../src/proxy/config/proxy_config.ts";
import { HELD, SLOT_EXPIRY_MS } from "../support/slot_holder.ts";
import { type Replica, replica, TWO, until } from "../support/replicas.ts";
import { delaying } from "../support/delaying.ts";
import { openCorner, OwnRedis, ownRedis } from "../support/redis_server.ts";

const NONE = await OwnRedis.reasonOfNone();

function ownTest(name: string, run: () => Promise<void>): void {
  Deno.test({ name: name + (NONE ? ` (${NONE})` : ""), ignore: NONE !== undefined, fn: run });
}

/** How long a request may take: as long as it may wait for the server, and then as it does without any. */
const LIMIT_MS = 50 + 150;

/** Follows how late timers are, as everything is on a machine that is busy. */
class Lag {
  maxMs = 0;
  readonly #over = new AbortController();
  readonly #ended = this.#run();

  async #run(): Promise<void> {
    while (!this.#over.signal.aborted) {
      const startMs = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 5));
      this.maxMs = Math.max(this.maxMs, performance.now() - startMs - 5);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort();
    await this.#ended;
  }
}

const SCOPE = "provider:u1";

/** Upstreams of which the first is down while that is said. */
class Upstreams {
  isDown = false;
  readonly answer = (host: string): Promise<Response | undefined> => {
    const isDown = host === "u1" && this.isDown;
    return Promise.resolve(isDown ? new Response("", { status: 500 }) : undefined);
  };
}

const LIMITED = {
  ...TWO,
  sessions: true,
  providers: { ...TWO.providers, u1: { ...TWO.providers!.u1!, max_concurrent: 100 } },
} as ProxyConfig;

function isConnected({ events }: Replica, count: number): boolean {
  return events.filter((event) => event.event === "warning").length === count;
}

/** Asks again and again, of a new session each time. Gives the slowest, in milliseconds. */
async function load(all: readonly Replica[], signal: AbortSignal): Promise<number> {
  let slowest = 0;
  for (let count = 0; !signal.aborted; count++) {
    const startMs = performance.now();
    const headers = { "x-session-id": crypto.randomUUID() };
    const answer = await all[count % all.length]!.ask({ headers });
    slowest = Math.max(slowest, performance.now() - startMs);
    assertStringIncludes(answer, "/m ");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return slowest;
}

ownTest(
  "proxies go on while Redis is killed under load, and share again when it is back",
  async () => {
    await using server = await ownRedis();
    const { url } = server;
    const upstreams = new Upstreams();
    const options = { url, prefix: "p:", timeoutMs: 50 };
    await using a = replica(options, upstreams.answer, LIMITED);
    await using b = replica(options, upstreams.answer, LIMITED);
    await using lag = new Lag();
    const over = new AbortController();
    const loads = Array.from({ length: 4 }, () => load([a, b], over.signal));
    await until("they share", async () => {
      await using corner = await openCorner(url);
      const keys = await corner.command("KEYS", "p:session:*") as string[];
      return keys.length > 10;
    });
    await a.ask({ headers: { "x-session-id": "kept" } });
    await server.kill();
    await until("both are told", () => isConnected(a, 1) && isConnected(b, 1));
    upstreams.isDown = true;
    await until(
      "each knows by itself",
      () => a.rest(SCOPE).level === 1 && b.rest(SCOPE).level === 1,
    );
    assertEquals(
      [a, b].map(({ events }) => events.some(isLearned)),
      [false, false],
    );
    await server.start();
    await until("both are told", () => isConnected(a, 2) && isConnected(b, 2));
    over.abort();
    const slowest = Math.max(...await Promise.all(loads));
    assert(slowest < LIMIT_MS + 4 * lag.maxMs, `${slowest} ms, ${lag.maxMs} ms of lag`);
    await using corner = await openCorner(url);
    const { command } = corner;
    // What each knew is told to the server that forgot it.
    await until(
      "it knows",
      async () => (await command("KEYS", "p:rest:*") as string[]).length === 1,
    );
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", toBytes("m\nkept"))).toHex();
    await until("it knows", async () => await command("GET", `p:session:${hash}`) === "u1/m");
    await using late = replica(options, upstreams.answer, LIMITED);
    await until("it knows", () => late.rest(SCOPE).level === 1);
    assertEquals(await late.ask(), "u2/m 1");
    const told = [a, b].map(({ events }) => events.filter((event) => event.event === "warning"));
    for (const [gone, back] of told) {
      assertStringIncludes(gone!.message, `Redis at 127.0.0.1:${server.port} is gone`);
      assertStringIncludes(back!.message, "is there again");
    }
  },
);

function isLearned(event: { readonly event: string; readonly isLearned?: true | undefined }) {
  return event.isLearned === true;
}

ownTest(
  "a success while Redis is away counts when it is back, unless somebody failed since",
  async () => {
    await using server = await ownRedis();
    const { url } = server;
    const upstreams = new Upstreams();
    upstreams.isDown = true;
    const options = { url, prefix: "p:" };
    const config = { ...TWO, admin_key: "key" };
    await using a = replica(options, upstreams.answer, config);
    await using b = replica(options, upstreams.answer, config);
    await a.ask();
    await until("b knows", () => b.rest(SCOPE).level === 1);
    // It does not answer, but it forgets nothing.
    server.pause();
    const headers = { authorization: "Bearer key" };
    await a.proxy.fetch(new Request("http://proxy/state/reset", { method: "POST", headers }));
    assertEquals(a.rest(SCOPE).level, 0);
    assertEquals(b.rest(SCOPE).level, 1);
    server.goOn();
    await until("b knows", () => b.rest(SCOPE).level === 0);
  },
);

ownTest(
  "a server that answers late costs a request its patience once, and nothing after that",
  async () => {
    await using server = await ownRedis();
    using way = delaying(server.port);
    const upstreams = new Upstreams();
    await using a = replica(
      { url: way.url, prefix: "p:", timeoutMs: 50 },
      upstreams.answer,
      LIMITED,
    );
    await until("it is connected", async () => {
      await using corner = await openCorner(server.url);
      const [, heard] = await corner.command("PUBSUB", "NUMSUB", "p:changes") as [string, number];
      return heard === 1;
    });
    await a.ask({ headers: { "x-session-id": "first" } });
    way.delayMs = 1000;
    await using lag = new Lag();
    const times: number[] = [];
    for (let count = 0; count < 20; count++) {
      const startMs = performance.now();
      assertEquals(await a.ask({ headers: { "x-session-id": `${count}` } }), "u1/m 1");
      times.push(performance.now() - startMs);
    }
    const allowedMs = 4 * lag.maxMs;
    assert(times.filter((ms) => ms > 40 + allowedMs).length <= 2, `${times}`);
    assert(Math.max(...times) < LIMIT_MS + allowedMs, `${times}`);
    way.delayMs = 0;
    await until("it is quick again", async () => {
      await using corner = await openCorner(server.url);
      await a.ask({ headers: { "x-session-id": crypto.randomUUID() } });
      return (await corner.command("KEYS", "p:session:*") as string[]).length > 21;
    });
  },
);

ownTest("the slots of a proxy that is killed are free again after a while", async () => {
  await using server = await ownRedis();
  const { url } = server;
  const program = new URL("../support/slot_holder.ts", import.meta.url).pathname;
  const args = ["run", "-A", "--no-lock", "--quiet", program, url];
  const holder = new Deno.Command(Deno.execPath(), { args, stdout: "piped" }).spawn();
  try {
    const reader = holder.stdout.getReader();
    assertEquals(new TextDecoder().decode((await reader.read()).value), "held\n");
    await reader.cancel();
    const { answer } = new Upstreams();
    const options = { url, prefix: "p:", slotExpiryMs: SLOT_EXPIRY_MS };
    await using a = replica(options, answer, HELD);
    await until("it knows that none is free", async () => await a.ask() === "503");
    // They are kept while their holder lives.
    await new Promise((resolve) => setTimeout(resolve, 1.5 * SLOT_EXPIRY_MS));
    assertEquals(await a.ask(), "503");
    holder.kill("SIGKILL");
    await until("they are free", async () => await a.ask() === "u1/m 1");
  } finally {
    try {
      holder.kill("SIGKILL");
    } catch {
      // It was killed.
    }
    await holder.status;
  }
});
