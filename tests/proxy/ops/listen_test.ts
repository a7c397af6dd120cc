import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { systemClock, TIMED_OUT, withDeadline } from "../../../src/clock.ts";
import type { ProxyConfig } from "../../../src/proxy/config/proxy_config.ts";
import { readConfig } from "../../../src/proxy/config/read_config.ts";
import { listen, type ListeningProxy } from "../../../src/proxy/listen.ts";
import type { ProxyEvent } from "../../../src/proxy/ops/proxy_event.ts";
import { startProxy } from "../../../src/proxy/start_proxy.ts";
import { received } from "../support/lab.ts";
import {
  c,
  DONE,
  fin,
  PRE,
  type Script,
  ScriptedUpstreams,
  stream,
} from "../support/scripted_upstream.ts";

const WHOLE = stream(PRE, c("ok"), fin("stop"), DONE, "EOF");
const ENDLESS = stream(PRE, c("Hel"), "HANG");

interface Started {
  readonly proxy: ListeningProxy;
  readonly events: readonly ProxyEvent[];
  ask(): Promise<Response>;
}

async function start(script: Script, drain: ProxyConfig["drain"] = "10s"): Promise<Started> {
  const upstreams = new ScriptedUpstreams({ u1: [script] }, systemClock);
  const events: ProxyEvent[] = [];
  const plan = readConfig({
    listen: "127.0.0.1:0",
    providers: { u1: { url: "http://u1/v1" } },
    models: { m: "u1/m" },
    drain,
  });
  const log = (event: ProxyEvent) => void events.push(event);
  const proxy = await listen(plan, { fetch: upstreams.fetch, log });
  const body = JSON.stringify({ model: "m", stream: true, messages: [] });
  const url = `${proxy.url}/v1/chat/completions`;
  return { proxy, events, ask: () => fetch(url, { method: "POST", body }) };
}

/** Waits, but not for ever. */
async function soon<T>(promise: Promise<T>): Promise<T> {
  const result = await withDeadline(5_000, promise);
  if (result === TIMED_OUT) throw new Error("It took too long");
  return result;
}

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url);
  await response.body?.cancel();
  return response.status;
}

Deno.test("a proxy that drains lets a stream end, and takes no more requests", async () => {
  const slow = stream(PRE, c("Hel"), { waitMs: 300 }, c("lo"), fin("stop"), DONE, "EOF");
  const { proxy, ask, events } = await start(slow);
  const response = await soon(ask());
  const drained = proxy.drain();
  const got = await soon(received(response));
  assertEquals(got.isWhole, true);
  assertStringIncludes(got.text, "[DONE]");
  await soon(drained);
  await assertRejects(() => soon(ask()));
  assertEquals(
    events.map(({ event }) => event).filter((event) => event !== "attempt"),
    ["request", "attempt_end", "draining", "end", "stopped"],
  );
});

Deno.test("a proxy that drains ends by an error event what takes longer than it may", async () => {
  const { proxy, ask, events } = await start(ENDLESS, { timeout: "200ms" });
  const response = await soon(ask());
  const reading = received(response);
  await soon(proxy.drain());
  const { text, isWhole } = await soon(reading);
  assertEquals(isWhole, false);
  assertStringIncludes(text, '"code":"stopped"');
  assertEquals(text.includes("[DONE]"), false);
  const end = events.find((event) => event.event === "end");
  assertEquals([end?.outcome, end?.kind], ["failed", "stopped"]);
});

Deno.test("a proxy that drains says so first, and serves on for as long as it was told to", async () => {
  const { proxy, ask } = await start(WHOLE, { delay: "1d", timeout: "10s" });
  assertEquals(await statusOf(`${proxy.url}/readyz`), 200);
  const now = new AbortController();
  const drained = proxy.drain(now.signal);
  assertEquals(await soon(statusOf(`${proxy.url}/readyz`)), 503);
  assertEquals((await soon(received(await soon(ask())))).isWhole, true);
  now.abort();
  await soon(drained);
  await assertRejects(() => soon(ask()));
});

Deno.test("a proxy that drains is stopped at once by a second word", async () => {
  const { proxy, ask } = await start(ENDLESS, { delay: "1d", timeout: "1d" });
  const reading = received(await soon(ask()));
  const now = new AbortController();
  const drained = proxy.drain(now.signal);
  now.abort();
  await soon(drained);
  assertEquals((await soon(reading)).isWhole, false);
});

Deno.test("a proxy is not drained by what is no signal, and serves on", async () => {
  const { proxy, ask } = await start(WHOLE);
  const drain = () => proxy.drain(new AbortController() as unknown as AbortSignal);
  await assertRejects(
    drain,
    TypeError,
    "Cannot drain the proxy as 'signal' must be an AbortSignal",
  );
  assertEquals((await soon(received(await soon(ask())))).isWhole, true);
  await soon(proxy.close());
});

Deno.test("a proxy that drains does not wait for pages that follow it", async () => {
  const { proxy } = await start(WHOLE, { timeout: "1d" });
  const page = await soon(fetch(`${proxy.url}/events`));
  const reading = received(page);
  await soon(proxy.drain());
  const { text, isWhole } = await soon(reading);
  assertEquals(isWhole, true);
  assertStringIncludes(text, "data: ");
});

Deno.test("a proxy that is closed breaks off what runs by an error event, and can be closed again", async () => {
  const { proxy, ask } = await start(ENDLESS);
  const reading = received(await soon(ask()));
  await soon(Promise.all([proxy.close(), proxy.close()]));
  const { text, isWhole } = await soon(reading);
  assertEquals(isWhole, false);
  assertStringIncludes(text, '"code":"stopped"');
  await soon(proxy.close());
  await soon(proxy.drain());
});

Deno.test("a port that is taken is told, and nothing is left open", async () => {
  const { proxy } = await start(WHOLE);
  const config = {
    listen: proxy.url.slice("http://".length),
    providers: { u1: { url: "http://u1/v1" } },
    models: { m: "u1/m" },
  };
  await assertRejects(() => startProxy(config));
  await proxy.close();
});

Deno.test("startProxy() follows another configuration, unless it is wrong", async () => {
  const config = (model: string): ProxyConfig => ({
    listen: "127.0.0.1:0",
    providers: { u1: { url: "http://u1/v1" } },
    models: { [model]: "u1/m" },
  });
  const proxy = await startProxy(config("first"));
  const models = async () => {
    const { data } = await (await fetch(`${proxy.url}/v1/models`)).json();
    return (data as readonly { readonly id: string }[]).map(({ id }) => id);
  };
  assertEquals(await models(), ["first"]);
  proxy.reload(config("second"));
  assertEquals(await models(), ["second"]);
  let error: unknown;
  try {
    proxy.reload({ ...config("third"), providers: {} });
  } catch (thrown) {
    error = thrown;
  }
  assert(error instanceof Error);
  assertEquals(await models(), ["second"]);
  await proxy.drain();
});
