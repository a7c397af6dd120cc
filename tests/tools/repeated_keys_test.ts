import { assertEquals } from "@std/assert";
import { repeatedKeys } from "../../tools/repeated_keys.ts";

Deno.test.each([
  { name: "an object without any", json: '{"a":1,"b":{"a":2},"c":[{"a":1},{"a":2}]}', keys: [] },
  { name: "no object", json: '["a","a"]', keys: [] },
  { name: "an object", json: '{"a":1,"a":2}', keys: ["a"] },
  { name: "an object within", json: '{"t":{"a":{},"b":1,"a":[]}}', keys: ["t.a"] },
  { name: "an object after another", json: '{"t":{"a":1},"u":{"b":1,"b":1}}', keys: ["u.b"] },
  { name: "a key that is escaped", json: '{"a":1,"\\u0061":2}', keys: ["a"] },
  { name: "texts that look like keys", json: '{"a":"{\\"b\\":1,","b":"\\"b\\":"}', keys: [] },
])("repeatedKeys() finds the keys that stand twice in $name", ({ json, keys }) => {
  JSON.parse(json);
  assertEquals(repeatedKeys(json), [...keys]);
});

Deno.test("repeatedKeys() finds none in deno.json", async () => {
  const json = await Deno.readTextFile(new URL("../../deno.json", import.meta.url));
  assertEquals(repeatedKeys(json), []);
});
