import { assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { ConfigError } from "../../../src/errors.ts";
import { parseConfigText } from "../../../src/proxy/cli/parse_config_text.ts";

Deno.test("parseConfigText() reads comments, commas at the end, and a byte order mark", async () => {
  const text = '\uFEFF// one\n{ /* two */ "a": [1, 2,], "__proto__": { "b": null }, }\r\n';
  const expected = JSON.parse('{"a":[1,2],"__proto__":{"b":null}}');
  assertEquals(await parseConfigText(text, "proxy.jsonc"), expected);
  assertEquals(await parseConfigText(text, "proxy.conf"), expected);
});

Deno.test("parseConfigText() reads YAML with anchors and merges, and takes off for a word", async () => {
  const text = "base: &base\n  url: http://a\n  think_tags: off\nb:\n  <<: *base\n  key: ${KEY}\n";
  const base = { url: "http://a", think_tags: "off" };
  const expected = { base, b: { ...base, key: "${KEY}" } };
  assertEquals(await parseConfigText(text, "proxy.yaml"), expected);
  assertEquals(await parseConfigText(text, "proxy.YML"), expected);
});

Deno.test("parseConfigText() reads whatever JSON says, in both languages", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), async (value) => {
      const text = JSON.stringify({ value }, null, 1);
      assertEquals(await parseConfigText(text, "a.json"), JSON.parse(text));
    }),
  );
});

Deno.test.each(
  [
    ["a.json", "", ["a.json:1:1 must be a value"]],
    ["a.json", "{\n  'a': 1\n}", ["a.json:2:3 is no JSON value: texts stand in double quotes"]],
    ["a.json", '{"a": 1\n"b": 2}', ["a.json:2:1 must be a comma"]],
    ["a.json", '{"a": 1,\n\r\n "a": 2, "b": 1, "b": 1}', [
      'a.json:3:2 has the member "a" twice',
      'a.json:3:18 has the member "b" twice',
    ]],
    ["a.json", '{"a": {"b": 1, "\\u0062": 2}}', ['a.json:1:16 has the member "b" twice']],
    ["a.yaml", "a: 1\nb: [1,\n", undefined],
    ["a.yaml", "a: 1\na: 2\n", ["a.yaml:2:1 Map keys must be unique"]],
    ["a.yaml", "a: *none\n", undefined],
    ["a.yaml", "a: !!js/function x\n", undefined],
    ["a.yaml", "a: 1\n---\nb: 1\n", undefined],
  ] as const,
)("parseConfigText() says where in %s the mistakes are in %s", async (file, text, lines) => {
  const error = await assertRejects(() => parseConfigText(text, file), ConfigError);
  const found = error.message.split("\n");
  for (const line of found) assertEquals(/^a\.\w+:\d+:\d+ \S/.test(line), true, line);
  if (lines !== undefined) {
    assertEquals<unknown>(found.filter((line) => lines.includes(line as never)), lines);
  }
});

Deno.test("parseConfigText() refuses aliases that would fill the memory", async () => {
  const levels = Array.from({ length: 12 }, (_, index) => {
    const alias = `*a${index}`;
    return `a${index + 1}: &a${index + 1} [${Array(10).fill(alias)}]`;
  });
  const text = ["a0: &a0 x", ...levels].join("\n");
  await assertRejects(() => parseConfigText(text, "a.yaml"), ConfigError, "a.yaml:");
});

Deno.test("parseConfigText() never fails but by saying where", async () => {
  const pieces = fc.constantFrom(
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    '"',
    "a",
    "1",
    "\n",
    " ",
    "//",
    "*",
    "&",
    "-",
    "<<",
  );
  const texts = fc.array(pieces, { maxLength: 20 }).map((all) => all.join(""));
  await fc.assert(
    fc.asyncProperty(texts, fc.constantFrom("a.json", "a.yaml"), async (text, file) => {
      const outcome = await parseConfigText(text, file).catch((error: unknown) => error);
      if (outcome instanceof Error) assertEquals(outcome instanceof ConfigError, true, text);
    }),
    { numRuns: 500 },
  );
});
