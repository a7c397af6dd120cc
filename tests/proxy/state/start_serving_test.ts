import { assertEquals } from "@std/assert";
import { startServing } from "../../../src/proxy/cli/start_serving.ts";
import { readConfig } from "../../../src/proxy/config/read_config.ts";
import { until } from "./support/replicas.ts";
import { openCorner, redisTest } from "./support/redis_server.ts";
import { REDIS_URL } from "./support/redis_url.ts";

redisTest("the program shares through the Redis of its configuration", async () => {
  await using corner = await openCorner();
  const plan = readConfig({
    listen: "127.0.0.1:0",
    redis: { url: REDIS_URL, prefix: corner.prefix },
    // Nobody listens there.
    providers: { u1: { url: "http://127.0.0.1:1/v1", backoff: "PT15M" } },
    models: { m: "u1/m" },
  });
  const written: string[] = [];
  const proxy = await startServing(plan, { log: "json", write: (text) => written.push(text) });
  const [, heard] = await corner.command(
    "PUBSUB",
    "NUMSUB",
    `${corner.prefix}changes`,
  ) as unknown[];
  assertEquals(heard, 1, "it is connected before it listens");
  const body = JSON.stringify({ model: "m", messages: [] });
  const response = await fetch(`${proxy.url}/v1/chat/completions`, { method: "POST", body });
  await response.body?.cancel();
  assertEquals(response.status, 502);
  await until("it is told", async () => (await corner.keys()).length === 1);
  assertEquals(await corner.keys(), [`${corner.prefix}rest:provider:u1`]);
  await proxy.stop(AbortSignal.abort());
  assertEquals(written.filter((line) => line.includes('"warning"')), []);
});
