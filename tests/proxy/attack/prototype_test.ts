import { assertEquals, assertStringIncludes } from "@std/assert";
import type { ProxyConfig } from "../../../src/proxy/config/proxy_config.ts";
import { createProxy } from "../../../src/proxy/create_proxy.ts";

/** Names that every object has, or that change what it has. */
const NAMES = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf"];

function chat(model: string, more: string = ""): Request {
  const body = `{"model":${JSON.stringify(model)},"messages":[]${more}}`;
  return new Request("http://p/v1/chat/completions", { method: "POST", body });
}

Deno.test("a name that every object has is no model, no session and no scope unless it is configured", async () => {
  const reply = '{"choices":[{"message":{"content":"Hi"},"finish_reason":"stop"}]}';
  const proxy = createProxy({
    providers: { u: { url: "http://u.example/v1", backoff: "1s" } },
    models: { m: "u/m" },
    sessions: true,
    allow_unlisted: true,
    admin_key: "sesame",
  }, { fetch: () => Promise.resolve(new Response(reply)) });
  const headers = { authorization: "Bearer sesame" };
  for (const name of NAMES) {
    for (const model of [name, `${name}/m`]) {
      assertEquals((await proxy.fetch(chat(model))).status, 404, model);
    }
    const asked = await proxy.fetch(chat("m", `,"user":"${name}","${name}":{"polluted":1}`));
    assertEquals([asked.status, await asked.text()], [200, reply]);
    const reset = new Request(`http://p/state/reset?scope=${name}`, { method: "POST", headers });
    assertEquals((await proxy.fetch(reset)).status, 404, name);
    assertEquals((await proxy.fetch(new Request(`http://p/v1/models/${name}`))).status, 404, name);
  }
  assertEquals(({} as Record<string, unknown>).polluted, undefined);
  await proxy.close();
});

Deno.test("a configuration with such names pollutes nothing, and its patches reach the upstream", async () => {
  const config = JSON.parse(`{
    "providers": {"u": {"url": "http://u.example/v1", "patch": {"__proto__": {"polluted": 1}}}},
    "models": {"__proto__": "u/a", "constructor": "u/b"}
  }`) as ProxyConfig;
  const bodies: string[] = [];
  const proxy = createProxy(config, {
    fetch: (_, { body }) => {
      bodies.push(new TextDecoder().decode(body as Uint8Array));
      return Promise.resolve(
        Response.json({ error: { __proto__: null, message: "no" } }, { status: 400 }),
      );
    },
  });
  for (const model of ["__proto__", "constructor"]) {
    const response = await proxy.fetch(chat(model));
    assertEquals([response.status, response.headers.get("x-proxy-attempts")], [400, "1"]);
    await response.text();
  }
  assertStringIncludes(bodies[0]!, '"model":"a"');
  for (const body of bodies) assertStringIncludes(body, '"__proto__":{"polluted":1}');
  assertEquals(({} as Record<string, unknown>).polluted, undefined);
  await proxy.close();
});
