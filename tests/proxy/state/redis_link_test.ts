import { assertEquals } from "@std/assert";
import type { RedisClient } from "../../../src/proxy/state/redis/redis_client.ts";
import { RedisLink } from "../../../src/proxy/state/redis/redis_link.ts";
import { SILENT_PROXY } from "./support/silent_proxy.ts";

/** Joins a server to which no connection comes about until a test says so. */
function joined() {
  let onConnect: () => void = () => {};
  const connected = new Promise<void>((resolve) => onConnect = resolve);
  const listeners: (() => void)[] = [];
  const client: RedisClient = {
    connect: () => connected,
    sendCommand: () => Promise.resolve(null),
    subscribe: () => Promise.resolve(),
    on: (_event, listener) => listeners.push(listener),
    destroy: () => listeners.forEach((listener) => listener()),
  };
  const link = new RedisLink({
    url: "redis://host:1",
    prefix: "p:",
    timeoutMs: 50,
    slotExpiryMs: 10_000,
    client: () => Promise.resolve(client),
  }, SILENT_PROXY);
  return { link, onConnect };
}

Deno.test("a link is ready once it is connected", async () => {
  const { link, onConnect } = joined();
  onConnect();
  await link.ready;
  await link.find("s", link.patience());
  assertEquals(link.missed, 0);
  await link.close();
});

Deno.test("a link is ready after a while, also if no connection comes about", async () => {
  const { link, onConnect } = joined();
  await link.ready;
  await link.find("s", link.patience());
  assertEquals(link.missed, 1);
  onConnect();
  await link.close();
});
