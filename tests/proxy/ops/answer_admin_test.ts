import { assertEquals, assertStringIncludes } from "@std/assert";
import { createHash } from "node:crypto";
import type { HttpAnswer } from "../../../src/server/http_answer.ts";
import { lab } from "../support/lab.ts";
import { answer, status } from "../support/scripted_upstream.ts";
import { served, type ServedInit } from "./support/served.ts";

const STRANGER = { from: "203.0.113.7" };

const SLOW = { ...answer("ok"), steps: [{ waitMs: 50 }, ...answer("ok").steps] };

function headersOf({ headers }: HttpAnswer): Headers {
  return new Headers(headers);
}

Deno.test("/healthz and /readyz are open to all, and do not fail because upstreams rest", async () => {
  const { ask, proxy } = lab({ u1: [status(500)] }, { client_keys: ["key"] });
  await ask({}, { headers: { authorization: "Bearer key" } });
  for (const path of ["/healthz", "/readyz"]) {
    const told = await proxy.answer(served(path, STRANGER));
    assertEquals(told.status, 200, path);
  }
});

Deno.test("/readyz fails once the proxy is about to stop, and requests are served on", async () => {
  const { ask, proxy, events } = lab({ u1: [answer("ok")] });
  proxy.drain();
  assertEquals((await proxy.answer(served("/readyz"))).status, 503);
  assertEquals((await proxy.answer(served("/healthz"))).status, 200);
  assertEquals((await ask({ stream: false })).status, 200);
  assertEquals(events.find(({ event }) => event === "draining"), {
    event: "draining",
    inFlight: 0,
  });
});

Deno.test("paths of the administration take their own method alone", async () => {
  const { proxy } = lab({ u1: [answer("ok")] });
  const statusOf = async (path: string, method: string) => {
    const told = await proxy.answer(served(path, { method }));
    return [told.status, headersOf(told).get("allow")];
  };
  assertEquals(await statusOf("/state", "POST"), [405, "GET, HEAD"]);
  assertEquals(await statusOf("/state/reset", "GET"), [405, "POST"]);
  assertEquals(await statusOf("/healthz", "DELETE"), [405, "GET, HEAD"]);
  const head = await proxy.answer(served("/state", { method: "HEAD" }));
  assertEquals([head.status, head.body], [200, null]);
});

Deno.test("/state/reset ends all rests, or one, and requests that run no longer bring them back", async () => {
  const { ask, proxy, events } = lab({ u1: [status(500)], u2: [status(500)] });
  const resting = () =>
    proxyState(proxy).then((state) => state.upstreams.map((one) => one.standing));
  const reset = (query: string) =>
    proxy.answer(served(`/state/reset${query}`, { method: "POST" } satisfies ServedInit));
  await ask();
  assertEquals(await resting(), ["resting", "resting"]);
  const one = await reset("?scope=provider:u1");
  assertEquals(JSON.parse(String(one.body)), { reset: ["provider:u1"] });
  assertEquals(await resting(), ["open", "resting"]);
  const all = await reset("");
  assertEquals(JSON.parse(String(all.body)), { reset: ["provider:u2"] });
  assertEquals(await resting(), ["open", "open"]);
  assertEquals(events.filter(({ event }) => event === "reset"), [
    { event: "reset", scope: "provider:u1" },
    { event: "reset", scope: "provider:u2" },
  ]);
  assertEquals((await reset("?scope=provider:u3")).status, 404);
  assertEquals((await reset("?scop=provider:u1")).status, 400);
});

Deno.test("/state tells how each upstream stands: open, resting, due, being probed", async () => {
  const { ask, proxy, clock } = lab({ u1: [status(429), SLOW] }, {
    provider: { max_concurrent: 3 },
  });
  const standing = async () => (await proxyState(proxy)).upstreams[0]!.standing;
  assertEquals(await standing(), "open");
  await ask({ stream: false });
  assertEquals(await standing(), "resting");
  const { upstreams: [rested], requests, scopes } = await proxyState(proxy);
  assertEquals([rested!.until_ms, rested!.level, rested!.failures, rested!.attempts], [
    clock.now() + 1000,
    1,
    { rate_limit: 1 },
    1,
  ]);
  assertEquals(rested!.slots, [{ id: "provider:u1", max: 3, taken: 0, queued: 0 }]);
  assertEquals(requests, { in_flight: 0, whole: 0, failed: 1, left: 0, refused: 0 });
  assertEquals(scopes.map(({ id, failures }) => [id, failures]), [["provider:u1", 1]]);
  await clock.advance(1000);
  assertEquals(await standing(), "due");
  const probe = ask({ stream: false });
  await clock.advance(10);
  assertEquals(await standing(), "probing");
  await clock.advance(100);
  await probe;
  assertEquals(await standing(), "open");
});

Deno.test("no path tells keys, addresses, prompts or words of providers", async () => {
  const secrets = ["upstream-key-1", "upstream-key-2", "client-key", "admin-key", "header-secret"];
  const { ask, proxy } = lab({ u1: [status(400, {}, "your words: prompt-secret"), answer("ok")] }, {
    provider: {
      keys: secrets.slice(0, 2),
      headers: { set: { "x-secret": "header-secret" } },
      url: "http://u1/v1/address-secret",
    },
    client_keys: ["client-key"],
    admin_key: "admin-key",
  });
  const init = { headers: { authorization: "Bearer client-key" } };
  await ask({ stream: false, messages: [{ role: "user", content: "prompt-secret" }] }, init);
  await ask({ stream: false, model: "secret-model" }, init);
  for (const path of ["/", "/state", "/metrics", "/events", "/healthz", "/readyz"]) {
    const { status, body } = await proxy.answer(served(path));
    assertEquals(status, 200);
    const text = body instanceof ReadableStream ? await firstOf(body) : String(body);
    for (
      const secret of [...secrets, "prompt-secret", "address-secret", "secret-model", "http://u1"]
    ) {
      assertEquals(text.includes(secret), false, `${path} tells ${secret}`);
    }
  }
  for (
    const path of ["/config", "/config.json", "/proxy.jsonc", "/v1/config", "/..%2fproxy.jsonc"]
  ) {
    const { headers } = init;
    assertEquals((await proxy.answer(served(path, { headers }))).status, 404, path);
  }
});

Deno.test("the page may load and run nothing but its own style and script", async () => {
  const { proxy } = lab({ u1: [answer("ok")] });
  const told = await proxy.answer(served("/"));
  const policy = headersOf(told).get("content-security-policy")!;
  const html = String(told.body);
  for (const tag of ["script", "style"]) {
    const inline = [...html.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, "g"))];
    assertEquals(inline.length, 1);
    const hash = createHash("sha256").update(inline[0]![1]!).digest("base64");
    assertStringIncludes(policy, `${tag}-src 'sha256-${hash}'`);
  }
  assertStringIncludes(policy, "default-src 'none'");
  assertStringIncludes(policy, "frame-ancestors 'none'");
  const markup = html.replace(/<(script|style)>[^]*?<\/\1>/g, "");
  assertEquals(/\son\w+=|\sstyle=|<script |javascript:/i.exec(markup), null);
});

interface State {
  readonly requests: unknown;
  readonly scopes: readonly { readonly id: string; readonly failures: number }[];
  readonly upstreams: readonly {
    readonly standing: string;
    readonly until_ms: number | null;
    readonly level: number;
    readonly failures: unknown;
    readonly attempts: number;
    readonly slots: unknown;
  }[];
}

async function proxyState(proxy: ReturnType<typeof lab>["proxy"]): Promise<State> {
  return JSON.parse(String((await proxy.answer(served("/state"))).body));
}

async function firstOf(body: ReadableStream<Uint8Array>): Promise<string> {
  const reader = body.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value);
}
