import { assertEquals } from "@std/assert";
import { createProxy } from "../../proxy.ts";

const PROVIDERS = { a: { url: "http://a.example/v1" } };

async function modelAt(
  name: string,
  config: { models?: Record<string, string>; allow_unlisted?: boolean },
): Promise<readonly [number, unknown]> {
  const proxy = createProxy({ providers: PROVIDERS, ...config });
  const response = await proxy.fetch(new Request(`http://proxy/v1/models/${name}`));
  const { id } = await response.json();
  await proxy.close();
  return [response.status, id];
}

Deno.test("A model that any name is served by has each name, as requests do", async () => {
  const config = { models: { "*": "a/*" } };
  assertEquals(await modelAt("gpt-5", config), [200, "gpt-5"]);
  assertEquals(await modelAt("org%2Fsmall", config), [200, "org/small"]);
  assertEquals(await modelAt("", config), [404, undefined]);
});

Deno.test("A model that is not listed has its name where it may be asked for", async () => {
  const models = { chat: "a/x" };
  assertEquals(await modelAt("a/y", { models, allow_unlisted: true }), [200, "a/y"]);
  assertEquals(await modelAt("b/y", { models, allow_unlisted: true }), [404, undefined]);
  assertEquals(await modelAt("a/y", { models }), [404, undefined]);
  assertEquals(await modelAt("chat", { models }), [200, "chat"]);
});
