import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { ConfigError } from "../../../src/errors.ts";
import { inspectConfig } from "../../../src/proxy/config/inspect_config.ts";
import { readConfig } from "../../../src/proxy/config/read_config.ts";
import { FULL } from "./support/full_config.ts";
import { changed } from "./support/changed.ts";

/** What is said of a configuration that is right but for one place. */
function messages(path: string, value: unknown): readonly string[] {
  return inspectConfig(changed(FULL, path, value)).problems.map(({ message }) => message);
}

const NAMES = "url, key, keys, auth, key_backoff, backoff, max_concurrent, queue, timeouts, " +
  "reasoning_field, reasoning_empty_ok, drop_fields, think_tags, patch, headers, allow_empty, " +
  "on_400, keepalive";

Deno.test.each<readonly [string, unknown, string]>([
  [
    "providers.a.urll",
    "x",
    `providers.a.urll is not known, did you mean 'url'? It must be one of: ${NAMES}`,
  ],
  ["providers.a.zzzzzzzzz", "x", `providers.a.zzzzzzzzz is not known: it must be one of: ${NAMES}`],
  [
    "providers.a.api_base",
    "x",
    `providers.a.api_base is not known, did you mean 'url'? It must be one of: ${NAMES}`,
  ],
  [
    "providers.a.maxConcurrent",
    1,
    `providers.a.maxConcurrent is not known, did you mean 'max_concurrent'? It must be one of: ${NAMES}`,
  ],
  [
    "providers.a.patch",
    { stream: true },
    "providers.a.patch.stream must be named by a member other than stream, which is for the client to say",
  ],
  [
    "drain.timout",
    1,
    "drain.timout is not known, did you mean 'timeout'? It must be one of: delay, timeout",
  ],
  [
    "providers.a.url",
    undefined,
    "providers.a.url is missing: it must be an http or https URL without user, query and fragment",
  ],
  ["providers.a.url", "x.com/v1", "providers.a.url has no scheme: write https://x.com/v1"],
  ["providers.a.url", "x.com", "providers.a.url has no scheme: write https://x.com"],
  [
    "providers.a.url",
    "localhost:8080/v1",
    "providers.a.url has no scheme: write http://localhost:8080/v1",
  ],
  [
    "providers.a.url",
    "127.0.0.1:8080/v1",
    "providers.a.url has no scheme: write http://127.0.0.1:8080/v1",
  ],
  [
    "providers.a.url",
    "[::1]:8080/v1",
    "providers.a.url has no scheme: write http://[::1]:8080/v1",
  ],
  [
    "providers.a.url",
    "sk-1234567890",
    "providers.a.url must be an http or https URL without user, query and fragment: it is another text",
  ],
  [
    "providers.a.url",
    "user:pw@x.com/v1",
    "providers.a.url must be an http or https URL without user, query and fragment: it is another text",
  ],
  [
    "providers.a.url",
    "ftp://x",
    "providers.a.url must be an http or https URL without user, query and fragment: it is another text",
  ],
  [
    "providers.a.url",
    "https://user:pw@x/v1",
    "providers.a.url must be an http or https URL without user, query and fragment: it is another text",
  ],
  [
    "providers.a.url",
    "https://x/v1?key=s",
    "providers.a.url must be an http or https URL without user, query and fragment: it is another text",
  ],
  [
    "providers.a.url",
    "https://[x/v1",
    "providers.a.url is no URL: it must be such as https://api.deepseek.com/v1",
  ],
  [
    "providers.a.url",
    "https://x/v1/chat/completions/",
    "providers.a.url ends with /chat/completions: leave that out, the proxy adds it",
  ],
  ["providers.a.keys", "sk-secret", "providers.a.keys must be a list of texts: it is another text"],
  [
    "providers.a.keys[1]",
    "",
    "providers.a.keys[1] must be a text of visible ASCII characters without spaces: it is an empty text",
  ],
  [
    "providers.a.keys[1]",
    "sk secret",
    "providers.a.keys[1] must be a text of visible ASCII characters without spaces: it is another text",
  ],
  [
    "providers.a.keys[1]",
    "key-1",
    "providers.a.keys[1] is the same as item 0 of the list: leave it out",
  ],
  ["providers.a.key", "sk-secret", "providers.a.key stands beside 'keys': give one of them"],
  [
    "providers.a.keys",
    undefined,
    "providers.a.auth is x-api-key, but there is no key: give 'key' or 'keys'",
  ],
  [
    "providers.a.auth",
    "none",
    "providers.a.auth is none, but there is a key: leave one of them out",
  ],
  [
    "providers.a.auth",
    "basic",
    'providers.a.auth must be one of: bearer, x-api-key, api-key, none: it is "basic"',
  ],
  [
    "providers.a.max_concurrent",
    0,
    "providers.a.max_concurrent must be a whole number of 1 or more, or null: it is 0",
  ],
  [
    "providers.a.max_concurrent",
    undefined,
    "providers.a.queue needs 'max_concurrent' beside it: nobody waits without",
  ],
  [
    "providers.a.timeouts.idle",
    "-1s",
    'providers.a.timeouts.idle must be a duration, as a number of seconds, "500ms", "30s", "1h30m" or "PT15M": it is "-1s"',
  ],
  [
    "providers.a.timeouts.idle",
    "101000d",
    'providers.a.timeouts.idle must be from a millisecond to 100 years: it is "101000d"',
  ],
  ["providers.a.timeouts.idle", "P1M", "providers.a.timeouts.idle is 30d: for minutes, write PT1M"],
  [
    "providers.a.think_tags",
    "splitt",
    'providers.a.think_tags must be "off", "split", "strip" or an object: it is "splitt"',
  ],
  [
    "providers.a.headers.set.Host",
    "x",
    "providers.a.headers.set.Host cannot be set: the proxy sets it itself",
  ],
  [
    "providers.a.headers.set.x-title",
    "x",
    "providers.a.headers.set.x-title is there already in other letters: leave one out",
  ],
  [
    "providers.a.headers.set.x",
    "a\nb",
    "providers.a.headers.set.x must be a text on one line: it is another text",
  ],
  [
    "providers.a.headers.set.a:b",
    "a",
    'providers.a.headers.set["a:b"] must be named by the name of a header',
  ],
  [
    "providers.a.headers.forward[0]",
    "Cookie",
    "providers.a.headers.forward[0] is cookie, which is never passed on: it may be set by 'set'",
  ],
  [
    "providers.a.headers.forward[0]",
    "User-Agent",
    "providers.a.headers.forward[0] is user-agent, which 'remove' has too: leave one out",
  ],
  ["providers.a.patch.f", NaN, "providers.a.patch.f must be a JSON value: it is NaN"],
  [
    "providers.a.patch.f",
    new Map(),
    "providers.a.patch.f must be a JSON value: it is no plain object",
  ],
  ["providers", {}, "providers must be an object of providers, by name: it is an empty object"],
  [
    "models.full.upstreams[0].provider",
    "c",
    "models.full.upstreams[0].provider names the provider 'c', which there is not; there are: a, b",
  ],
  [
    "models.full.upstreams[1]",
    "bb/x",
    "models.full.upstreams[1] names the provider 'bb', which there is not, did you mean 'b'? There are: a, b",
  ],
  [
    "models.full.upstreams[1]",
    "small",
    'models.full.upstreams[1] must be a text such as provider/model, or an object: it is "small"',
  ],
  [
    "models.full.upstreams[1]",
    "b/*",
    "models.full.upstreams[1] is of the model *, which only the model named * may have",
  ],
  [
    "models.full.upstreams[2]",
    "b/small",
    "models.full.upstreams[2] is b/small, as item 1 of the list is: leave one out",
  ],
  [
    "models.full.upstreams",
    [],
    "models.full.upstreams must be a list of upstreams: it is an empty list",
  ],
  [
    "models.full.fallback[0]",
    "lis",
    "models.full.fallback[0] names the model 'lis', which there is not, did you mean 'list'?",
  ],
  ["models.full.fallback[0]", "full", "models.full.fallback[0] names the model itself"],
  [
    "models.full.fallback[0]",
    "*",
    "models.full.fallback[0] names the model '*', which there is not",
  ],
  [
    "models.full.strategy",
    "random",
    'models.full.strategy must be one of: ordered, weighted, least_busy, latency: it is "random"',
  ],
  [
    "models.full.strategy",
    "latency",
    "models.full.upstreams[0].weight does nothing with the strategy latency",
  ],
  [
    "models.short",
    "gpt-5",
    'models.short must be an upstream such as provider/model, a list of upstreams, or an object: it is "gpt-5"',
  ],
  [
    "listen",
    ":4000",
    'listen must be a text such as 127.0.0.1:4000 or 0.0.0.0:4000, or a port: it is ":4000"',
  ],
  ["listen", 70_000, "listen must be a text such as 127.0.0.1:4000, or a port: it is 70000"],
  [
    "client_keys",
    [""],
    "client_keys[0] must be a text of visible ASCII characters without spaces: it is an empty text",
  ],
  ["client_keys", [], "client_keys must be a list of texts: it is an empty list"],
  [
    "limits.max_body",
    "3 MB",
    'limits.max_body must be a size, as a number of bytes, "64KiB" or "32MiB": it is "3 MB"',
  ],
  [
    "limits.max_body",
    "1025GiB",
    'limits.max_body must be a size of a byte to 1024 GiB: it is "1025GiB"',
  ],
  [
    "backoff_defaults.jitter",
    1.5,
    "backoff_defaults.jitter must be a number from 0 to 1: it is 1.5",
  ],
  [
    "redis.url",
    "http://x:pw@y",
    "redis.url must be a URL that begins with redis:// or rediss://: it is another text",
  ],
  ["redis", "redis://:pw@[", "redis is no URL: it must be such as redis://127.0.0.1:6379"],
])("inspectConfig() says of $0 what is wrong with $1", (path, value, message) => {
  assertEquals(messages(path, value), [message]);
});

Deno.test("readConfig() tells every mistake at once, and none of the secrets", () => {
  const config = structuredClone(FULL) as unknown as Record<string, Record<string, unknown>>;
  config.providers = {
    a: { url: "https://u:hunter2@x", keys: "hunter2", urll: "hunter2", backoff: {} },
    b: { key: "hunter2\n", headers: { set: { authorization: "hunter2\n" } } },
    c: "hunter2",
  };
  config.client_keys = "hunter2" as never;
  config.redis = "hunter2" as never;
  const error = assertThrows(() => readConfig(config as never), ConfigError);
  const paths = error.message.split("\n").map((line) => line.split(" ")[0]);
  assertEquals(
    new Set(paths),
    new Set([
      "client_keys",
      "providers.a.url",
      "providers.a.keys",
      "providers.a.urll",
      "providers.a.backoff",
      "providers.b.url",
      "providers.b.key",
      "providers.b.headers.set.authorization",
      "providers.c",
      "redis",
    ]),
  );
  assertEquals(error.message.includes("hunter2"), false, error.message);
});

Deno.test("inspectConfig() does not miss a 'max_concurrent' that is there, but misspelt", () => {
  for (const name of ["max_concurent", "maxConcurrent", "concurrency"]) {
    const a = { url: "http://a/v1", [name]: 3, queue: { max: 2 } };
    const found = messages("providers.a", a).map((message) => message.split(",")[0]);
    assertEquals(found, [`providers.a.${name} is not known`]);
  }
  const alone = { url: "http://a/v1", queue: { max: 2 } };
  assertEquals(messages("providers.a", alone), [
    "providers.a.queue needs 'max_concurrent' beside it: nobody waits without",
  ]);
});

Deno.test("readConfig() passes over a backoff that is no duration, with a warning, and rests by the provider's", () => {
  for (const bad of ["soon", "PT", "-PT1M", -1, 0, "0s", NaN, "P1H"]) {
    const own = changed(FULL, "models.full.upstreams[0].backoff", bad);
    const plan = readConfig(own as never);
    assertEquals(plan.models.get("full")!.upstreams[0]!.backoff?.id, "provider:a", String(bad));
    assertEquals(plan.warnings.length, 1);
    assertStringIncludes(plan.warnings[0]!, "models.full.upstreams[0].backoff must be a duration");
    assertStringIncludes(plan.warnings[0]!, ": it is ignored");
    const provider = readConfig(changed(FULL, "providers.a.backoff", bad) as never);
    assertEquals(provider.models.get("list")!.upstreams[1]!.backoff, undefined);
  }
});

Deno.test("readConfig() warns of a proxy that everybody reaches and nobody needs a key for", () => {
  const open = changed(FULL, "client_keys", undefined);
  for (const listen of ["0.0.0.0:4000", "[::]:80", "example.com", "192.168.0.2"]) {
    const { warnings } = readConfig(changed(open, "listen", listen) as never);
    assertEquals(warnings.length, 1, listen);
    assertStringIncludes(warnings[0]!, "there are no 'client_keys'");
  }
  for (const listen of ["127.0.0.1", "127.1.2.3:1", "localhost:1", "::1", "[::1]:1", 80, "80"]) {
    assertEquals(readConfig(changed(open, "listen", listen) as never).warnings, [], `${listen}`);
  }
});

Deno.test("readConfig() refuses a secret that is undefined, which a variable that is not set leaves", () => {
  for (const path of ["client_keys", "admin_key", "providers.b.key"]) {
    const config = changed(FULL, path, undefined, "kept");
    const error = assertThrows(() => readConfig(config as never), ConfigError);
    assertEquals(error.message, `${path} is undefined: set it, or leave it out`);
  }
});

Deno.test("inspectConfig() says nothing of a weight where it counts", () => {
  for (const strategy of ["weighted", "least_busy"]) {
    assertEquals(messages("models.full.strategy", strategy), [], strategy);
  }
});

Deno.test("inspectConfig() refuses what is no configuration at all", () => {
  for (const value of [null, undefined, 1, "x", [], true, () => {}, Symbol("x"), 1n]) {
    const { plan, problems } = inspectConfig(value);
    assertEquals([plan, problems.length], [undefined, 1]);
    assertStringIncludes(problems[0]!.message, "The configuration must be an object: it is ");
  }
});

Deno.test("readConfig() refuses a patch that runs in a circle", () => {
  const patch: Record<string, unknown> = {};
  patch.self = patch;
  const config = changed(FULL, "providers.a.patch", patch);
  assertThrows(() => readConfig(config as never), ConfigError, "nested too deeply");
});
