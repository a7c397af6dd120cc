import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { effectiveConfig } from "../../../src/proxy/config/effective_config.ts";
import { inspectConfig } from "../../../src/proxy/config/inspect_config.ts";
import type { ProxyConfig } from "../../../src/proxy/config/proxy_config.ts";
import { readConfig } from "../../../src/proxy/config/read_config.ts";
import { changed } from "./support/changed.ts";
import { FULL } from "./support/full_config.ts";
import { placesIn } from "./support/places.ts";

/** A plan without what cannot be compared. */
function comparable(config: ProxyConfig) {
  const { unlisted, ...plan } = readConfig(config);
  return { ...plan, unlisted: unlisted?.("a/x") };
}

Deno.test("effectiveConfig() spells out a configuration that means the same", () => {
  const places = placesIn(FULL).filter((place) => place.length > 0);
  const left = fc.uniqueArray(fc.nat(places.length - 1), { maxLength: 30 });
  fc.assert(
    fc.property(left, (indexes) => {
      let config: unknown = FULL;
      for (const index of indexes.sort((a, b) => b - a)) {
        config = changed(config, places[index]!, undefined);
      }
      fc.pre(inspectConfig(config).plan !== undefined);
      const effective = effectiveConfig(config as ProxyConfig, "kept");
      assertEquals(comparable(effective), comparable(config as ProxyConfig));
    }),
    { numRuns: 300 },
  );
});

Deno.test("effectiveConfig() shows the defaults", () => {
  const config = effectiveConfig({ providers: { a: { url: "https://a.example" } } }, "masked");
  assertEquals(config.listen, "127.0.0.1:4000");
  assertEquals(config.limits?.max_body, "32MiB");
  assertEquals(config.backoff_defaults?.jitter, 0.2);
  assertEquals(config.providers.a?.timeouts?.ttft, "2m");
  assertEquals(config.providers.a?.url, "https://a.example");
});

Deno.test("effectiveConfig() masks every secret", () => {
  const patch = { api_key: "patch-secret", inner: [{ token: "patch-secret" }], max_tokens: 5 };
  const full = changed(FULL, "providers.a.patch", patch) as ProxyConfig;
  const text = JSON.stringify(effectiveConfig(full, "masked"));
  for (const secret of ["client-1", "client-2", "admin-1", "key-1", "key-2", "key-3", "secret@"]) {
    assertEquals(text.includes(secret), false, secret);
  }
  assertEquals([text.includes("patch-secret"), text.includes('"max_tokens":5')], [false, true]);
  assertEquals(text.includes("redis://***@127.0.0.1:6379"), true, text);
  const short = { ...full, redis: "rediss://user:p%2Fw@host" };
  assertEquals(effectiveConfig(short, "masked").redis, "rediss://***@host");
});
