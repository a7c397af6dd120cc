import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { createProxy, type ProxyDeps, startProxy } from "../../proxy.ts";

const CONFIG = {
  listen: "127.0.0.1:0",
  providers: { a: { url: "http://a.example" } },
  models: { m: "a/x" },
};

const MESSAGE = 'Cannot make a proxy as there is no option "fetsh", did you mean "fetch"? ' +
  "It must be one of: clock, random, fetch, state, log";

Deno.test("createProxy() and startProxy() refuse an option that there is not", async () => {
  const deps = { fetsh: fetch } as ProxyDeps;
  assertEquals(assertThrows(() => createProxy(CONFIG, deps), TypeError).message, MESSAGE);
  const error = await assertRejects(() => startProxy(CONFIG, deps), TypeError);
  assertEquals(error.message, MESSAGE);
});
