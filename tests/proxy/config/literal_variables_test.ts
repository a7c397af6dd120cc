import { assertEquals, assertThrows } from "@std/assert";
import { ConfigError } from "../../../src/errors.ts";
import type { ProxyConfig } from "../../../src/proxy/config/proxy_config.ts";
import { readConfig } from "../../../src/proxy/config/read_config.ts";

function configWith(key: string): ProxyConfig {
  return {
    client_keys: ["right", key],
    admin_key: key,
    providers: { a: { url: "http://a", key }, b: { url: "http://b", keys: ["right", key] } },
    models: { m: ["a/x", "b/y"] },
  };
}

Deno.test.each(["${KEY}", "${KEY:-none}", "os.environ/KEY", "env.KEY"])(
  "readConfig() refuses keys that are still a variable: %s",
  (key) => {
    const { message } = assertThrows(() => readConfig(configWith(key)), ConfigError);
    const paths = ["client_keys[1]", "admin_key", "providers.a.key", "providers.b.keys[1]"];
    assertEquals(
      message.split("\n"),
      paths.map((path) =>
        `${path} names the variable KEY, which only the program puts in: ` +
        "give what it holds, such as process.env.KEY"
      ),
    );
  },
);

Deno.test.each(["sk-env.KEY", "$KEY", "${KEY", "${KEY}x", "env.KEY-1", "os.environ/", "${1}"])(
  "readConfig() takes other keys as they stand: %s",
  (key) => {
    const plan = readConfig(configWith(key));
    assertEquals(plan.clientKeys, ["right", key]);
    assertEquals(plan.providers.get("a")?.keys, [key]);
  },
);
