import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { ProxyConfig } from "../../../src/proxy/config/proxy_config.ts";
import { readConfig } from "../../../src/proxy/config/read_config.ts";

const PROVIDERS: ProxyConfig["providers"] = {
  a: { url: "https://a.example/v1", backoff: "1m" },
  b: { url: "https://b.example/v1" },
};

function unlisted(config: Omit<ProxyConfig, "providers">, name: string) {
  const model = readConfig({ providers: PROVIDERS, ...config }).unlisted?.(name);
  return model &&
    { name: model.name, upstreams: model.upstreams.map((one) => [one.id, one.model]) };
}

Deno.test("unlistedModel() takes no name unless the configuration allows it", () => {
  assertEquals(readConfig({ providers: PROVIDERS, models: { m: "a/x" } }).unlisted, undefined);
});

Deno.test.each([
  { name: "a/x", upstreams: [["a/*", "x"]] },
  { name: "b/org/model:free", upstreams: [["b/*", "org/model:free"]] },
  { name: "c/x", upstreams: undefined },
  { name: "a/", upstreams: undefined },
  { name: "/x", upstreams: undefined },
  { name: "a", upstreams: undefined },
  { name: "", upstreams: undefined },
  { name: "a/x\n", upstreams: undefined },
  { name: `a/${"x".repeat(300)}`, upstreams: undefined },
  { name: "__proto__/x", upstreams: undefined },
])(
  "unlistedModel() makes of $name a model of its provider, if there is one",
  ({ name, upstreams }) => {
    const model = unlisted({ allow_unlisted: true }, name);
    assertEquals<unknown>(model?.upstreams, upstreams);
  },
);

Deno.test("unlistedModel() serves every name by the model *, which is asked for by no name of its own", () => {
  const models = { m: "a/x", "*": ["a/*", "b/fixed"] };
  assertEquals([...readConfig({ providers: PROVIDERS, models }).models.keys()], ["m"]);
  const upstreams = [["a/*", "gpt-5"], ["b/fixed", "fixed"]];
  assertEquals(unlisted({ models }, "gpt-5"), { name: "*", upstreams });
  assertEquals(unlisted({ models, allow_unlisted: true }, "b/x")?.upstreams, [["b/*", "x"]]);
  assertEquals(unlisted({ models, allow_unlisted: true }, "c/x")?.upstreams[0], ["a/*", "c/x"]);
});

Deno.test("unlistedModel() gives a model what its provider says, under one name for all that are asked for", () => {
  const plan = readConfig({ providers: PROVIDERS, allow_unlisted: true });
  const ids = new Set<string>();
  fc.assert(fc.property(fc.string(), (name) => {
    const upstream = plan.unlisted!(`a/${name}`)?.upstreams[0];
    if (upstream === undefined) return;
    ids.add(upstream.id);
    assertEquals(upstream.backoff, { id: "provider:a", capMs: 60_000 });
  }));
  assertEquals([...ids], ["a/*"]);
});
