/**
 * Shares state through Redis and keeps it in a file on the runtime that runs it, and prints what fails.
 *
 * Usage: <runtime> run_cases.mjs
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { ConfigError } from "../../../../src/errors.ts";
import { redisState } from "../../../../src/proxy/state/redis/redis_state.ts";
import { redisClient } from "../../../../src/proxy/state/redis/redis_client.ts";
import { lone, type Replica, replica, TWO, until } from "./replicas.ts";
import { REDIS_URL } from "./redis_url.ts";

const SCOPE = "provider:u1";

function upstreams(host: string): Promise<Response | undefined> {
  return Promise.resolve(host === "u1" ? new Response("", { status: 500 }) : undefined);
}

async function close(...all: readonly Replica[]): Promise<void> {
  for (const { proxy } of all) await proxy.close();
}

const REDIS_CASES: Readonly<Record<string, () => Promise<void>>> = {
  async "what rests for one proxy is passed over by another"() {
    const prefix = `wholeturn-test-${crypto.randomUUID()}:`;
    const a = replica({ prefix }, upstreams);
    const b = replica({ prefix }, upstreams);
    assertEquals(await a.ask(), "u2/m 2");
    await until("b knows", () => b.rest(SCOPE).level === 1);
    assertEquals(await b.ask(), "u2/m 1");
    await close(a, b);
  },
  async "a limit holds for all proxies together"() {
    const prefix = `wholeturn-test-${crypto.randomUUID()}:`;
    let running = 0;
    let most = 0;
    async function answer(): Promise<undefined> {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running--;
    }
    const u1 = { url: "http://u1/v1", max_concurrent: 2, queue: { max: 100, timeout: "60s" } };
    const config = { providers: { u1 }, models: { m: "u1/m" } };
    const all = [0, 1].map(() => replica({ prefix }, answer, config));
    const client = await redisClient(REDIS_URL);
    await client.connect();
    await until("all are connected", async () => {
      const answer = await client.sendCommand(["PUBSUB", "NUMSUB", `${prefix}changes`]);
      return (answer as unknown[])[1] === 2;
    });
    client.destroy();
    const asked = Array.from({ length: 10 }, (_, index) => all[index % 2]!.ask());
    assertEquals(await Promise.all(asked), Array(10).fill("u1/m 1"));
    assertEquals(most, 2);
    await close(...all);
  },
};

const CASES: Readonly<Record<string, () => Promise<void>>> = {
  async "a proxy serves while there is no Redis"() {
    const a = replica({ url: "redis://127.0.0.1:1", timeoutMs: 50 }, upstreams);
    await until("it is told", () => a.events.some(({ event }) => event === "warning"));
    assertEquals(await a.ask(), "u2/m 2");
    await close(a);
  },
  async "what rests goes on resting after a restart"() {
    const folder = await mkdtemp(join(tmpdir(), "wholeturn-state-"));
    const config = { ...TWO, state_file: join(folder, "state.json") };
    const first = lone(upstreams, config);
    assertEquals(await first.ask(), "u2/m 2");
    await close(first);
    assertEquals((await stat(config.state_file)).mode & 0o777, 0o600);
    const second = lone(upstreams, config);
    await second.proxy.ready;
    assertEquals(await second.ask(), "u2/m 1");
    await close(second);
    await rm(folder, { recursive: true });
  },
  "what is no URL of Redis is refused"() {
    try {
      redisState({ url: "redis://:%@host" });
    } catch (error) {
      assertEquals(error instanceof ConfigError, true);
      return Promise.resolve();
    }
    throw new Error("It was taken");
  },
};

/** Why there is no server; undefined if it answers. */
async function reasonOfNone(): Promise<string | undefined> {
  const client = await redisClient(REDIS_URL);
  client.on("error", () => {});
  try {
    await client.connect();
    client.destroy();
    return undefined;
  } catch (error) {
    return `no Redis answers: ${error}`;
  }
}

const none = await reasonOfNone();
if (none !== undefined) console.log(`# skipped ${Object.keys(REDIS_CASES).length}: ${none}`);
let passed = 0;
for (const [name, run] of Object.entries({ ...CASES, ...(none ? {} : REDIS_CASES) })) {
  try {
    await run();
    passed++;
  } catch (error) {
    process.exitCode = 1;
    console.error(`this does not hold: ${name}\n`, error);
  }
}
console.log(`# pass ${passed}`);
