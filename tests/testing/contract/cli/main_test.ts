import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { main } from "../../../../src/testing/contract/cli/main.ts";

const STORES = new URL("./stores/", import.meta.url).pathname;

async function run(...args: readonly string[]) {
  let out = "";
  let err = "";
  const code = await main(args, {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
  });
  return { code, out, err };
}

Deno.test("main() checks the store of a module, and reports as TAP", async () => {
  const { code, out, err } = await run(`${STORES}good.ts`, "--concurrency", "100");
  assertEquals([code, err], [0, ""]);
  assertMatch(out, /^TAP version 14\n1\.\.\d+\nok 1 - /);
  assertMatch(out, /ok \d+ - peer: .* # SKIP no peer\(\): the module gives none\n/);
  assertEquals(/^not ok/m.test(out), false);
});

Deno.test("main() ends with 1 and says what a store breaks", async () => {
  const args = ["--reporter", "text", "--filter", "test_any_type", "--level=seed"];
  const { code, out } = await run(`${STORES}loses_text.ts`, ...args);
  assertEquals(code, 1);
  assertMatch(out, /^FAIL {2}append: test_any_type_and_payload_read_back_as_appended\n/);
  assertMatch(out, / {6}Expected what is read to be "" at \[4\]\.payload, but it was null\n/);
  assertMatch(out, /\nFAILED: 1 failed\n$/);
});

Deno.test("main() reports as JSON, without what cannot be written", async () => {
  const { code, out } = await run(`${STORES}never_opens.ts`, "--reporter=json", "--filter=NUL");
  const { ok, counts, results } = JSON.parse(out);
  assertEquals([code, ok, counts.failed], [1, false, 1]);
  const { verdict, message } = results[0];
  const why = "Expected open() to give { store }, but it threw Error: No server at 127.0.0.1:1";
  assertEquals([verdict, message], ["failed", why]);
});

Deno.test("main() prints help on standard output", async () => {
  const { code, out, err } = await run("--help");
  assertEquals([code, err], [0, ""]);
  assertMatch(out, /Usage: deno run .* testing\.ts/);
});

Deno.test.each([
  { args: [], message: "Expected one module of a store: there are 0" },
  { args: ["a.ts", "b.ts"], message: "Expected one module of a store: there are 2" },
  { args: ["--level=seed", "--level=seed", "a.ts"], message: "Option '--level' is given twice" },
  { args: ["a.ts", "--levl", "seed"], message: "Unknown option '--levl'" },
  { args: ["a.ts", "--level", "all"], message: "'--level' must be one of seed, strict: it is" },
  { args: ["a.ts", "--reporter", "xml"], message: "must be one of tap, json, text: it is 'xml'" },
  { args: ["a.ts", "--concurrency", "0"], message: "must be a whole number from 1: it is '0'" },
  { args: ["/no/such.ts"], message: "Cannot load the module of the store" },
  { args: [`${STORES}no_function.ts`], message: 'gives { store }: it is "no function"' },
  { args: [`${STORES}good.ts`, "--filter", "no such"], message: "no case fits the filter" },
])("main() ends with 2 on the wrong usage $args", async ({ args, message }) => {
  const { code, err } = await run(...args);
  assertEquals(code, 2);
  assertStringIncludes(err, message);
  assertStringIncludes(err, "--help");
});
