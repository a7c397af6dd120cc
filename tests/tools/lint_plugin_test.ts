import { assertEquals, assertStringIncludes } from "@std/assert";
import { fileURLToPath } from "node:url";
import plugin from "../../tools/lint_plugin.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

function rulesHit(place: string, source: string): string[] {
  return Deno.lint.runPlugin(plugin, ROOT + place, source).map((found) => found.id);
}

interface Case {
  name: string;
  rule: string;
  bad: string;
  good: string;
}

const SHIPPED_CASES: readonly Case[] = [
  {
    name: "a Deno global",
    rule: "no-deno-global",
    bad: "export const start = (): unknown => Deno.serve(() => new Response());",
    good: "export const start = (): string => 'Deno';",
  },
  {
    name: "a Deno global behind globalThis",
    rule: "no-deno-global",
    bad: "export const kv = globalThis.Deno;",
    good: "export const kv = globalThis.crypto;",
  },
  {
    name: "using",
    rule: "no-using",
    bad: "export function run(): void { using lock = take(); }",
    good: "export function run(): void { const lock = take(); }",
  },
  {
    name: "await using",
    rule: "no-using",
    bad: "export async function run(): Promise<void> { await using lock = take(); }",
    good: "export async function run(): Promise<void> { const lock = await take(); }",
  },
  {
    name: "an import of the own package",
    rule: "no-self-import",
    bad: 'import { readSse } from "@wholeturn/wholeturn";',
    good: 'import { readSse } from "./sse.ts";',
  },
  {
    name: "a re-export of the own package",
    rule: "no-self-import",
    bad: 'export { readSse } from "jsr:@wholeturn/wholeturn@1/mock";',
    good: 'export { readSse } from "./sse.ts";',
  },
  {
    name: "a dynamic import of the own package",
    rule: "no-self-import",
    bad: 'await import("@wholeturn/wholeturn/mock");',
    good: 'await import("fast-check");',
  },
  {
    name: "a message in lower case",
    rule: "error-message",
    bad: 'throw new TypeError("cannot read it");',
    good: 'throw new TypeError("Cannot read it");',
  },
  {
    name: "a message that ends with a period",
    rule: "error-message",
    bad: "throw new RangeError(`Cannot read ${line}.`);",
    good: "throw new RangeError(`Cannot read ${line}`);",
  },
  {
    name: "a message in two parts that ends with a period",
    rule: "error-message",
    bad: 'throw new RangeError("Cannot read " + line + " now.");',
    good: 'throw new RangeError("Cannot read " + line + " now");',
  },
  {
    name: "a message after a code",
    rule: "error-message",
    bad: 'throw new ModelError("NETWORK", "Doesn\'t answer");',
    good: 'throw new ModelError("NETWORK", "Does not answer");',
  },
  {
    name: "a deadline that cannot be cleared",
    rule: "clearable-deadline",
    bad: "fetch(url, { signal: AbortSignal.timeout(1) });",
    good: "fetch(url, { signal: AbortSignal.any([first]) });",
  },
  {
    name: "a print",
    rule: "silent-library",
    bad: 'console.error("Lost the connection");',
    good: 'log("Lost the connection");',
  },
  {
    name: "an option that cannot be passed through",
    rule: "optional-or-undefined",
    bad: "export interface ReadOptions { maxBytes?: number }",
    good: "export interface ReadOptions { maxBytes?: number | undefined }",
  },
  {
    name: "a default export",
    rule: "plain-exports",
    bad: "export default function read(): void {}",
    good: "export function read(): void {}",
  },
  {
    name: "an enum",
    rule: "plain-exports",
    bad: "export enum Mode { On }",
    good: 'export type Mode = "on";',
  },
  {
    name: "a long function",
    rule: "size-limit",
    bad: `export function run(): void {\n${"  step();\n".repeat(40)}}`,
    good: `export function run(): void {\n${"  step();\n".repeat(38)}}`,
  },
  {
    name: "a long shipped file",
    rule: "size-limit",
    bad: "step();\n".repeat(251),
    good: "step();\n".repeat(250),
  },
];

Deno.test.each(SHIPPED_CASES)("lint plugin catches $name in shipped code only", (item) => {
  assertEquals(rulesHit("src/place.ts", item.bad), [`house/${item.rule}`]);
  assertEquals(rulesHit("src/place.ts", item.good), []);
  assertEquals(rulesHit("examples/place.ts", item.bad), []);
});

Deno.test("lint plugin lets a factory return an object of short methods", () => {
  const method = `() => {\n${"      step();\n".repeat(20)}    }`;
  const factory =
    `export function make(): unknown {\n  return {\n    a: ${method},\n    b: ${method},\n    c: ${method},\n  };\n}`;
  assertEquals(rulesHit("src/place.ts", factory), []);
});

Deno.test("lint plugin lets the files that pick a runtime name Deno", () => {
  for (const place of ["mock.ts", "proxy.ts", "src/server/serve.ts"]) {
    assertEquals(rulesHit(place, "Deno.serve(handler);"), []);
  }
});

Deno.test("lint plugin limits tests to 400 lines", () => {
  assertEquals(rulesHit("tests/a_test.ts", "step();\n".repeat(400)), []);
  assertEquals(rulesHit("tests/a_test.ts", "step();\n".repeat(401)), ["house/size-limit"]);
});

Deno.test("lint plugin wants a reason beside each silenced checker", () => {
  const ignore = "deno-lint-" + "ignore";
  const bare = [`// ${ignore} no-console`, `// ${ignore}-file`, "// @ts-" + "expect-error"];
  for (const comment of bare) {
    assertEquals(rulesHit("tests/a_test.ts", `${comment}\nstep();`), ["house/ignore-reason"]);
    assertEquals(rulesHit("tests/a_test.ts", `${comment} -- It reports progress\nstep();`), []);
  }
});

Deno.test("lint plugin wants our own names in camel case and leaves keys alone", () => {
  const bad = [
    "const max_tokens = 1;",
    "const { max_tokens } = request;",
    "const [first_one = 1, ...other_ones] = list;",
    "function read_all() {}",
    "const read = (max_bytes) => max_bytes;",
  ];
  const hits = bad.map((source) => rulesHit("bench/a.ts", source));
  const hit = "house/camel-case-names";
  assertEquals(hits, [[hit], [hit], [hit, hit], [hit], [hit]]);
  const good = "const { max_tokens: MAX_TOKENS } = { max_tokens: 1 }; request.max_tokens = 2;";
  assertEquals(rulesHit("bench/a.ts", good), []);
});

Deno.test("lint plugin keeps sanitizers on", () => {
  const test = (isOn: boolean) => `Deno.test({ name: 'a', sanitizeResources: ${isOn}, fn() {} });`;
  assertEquals(rulesHit("tests/a_test.ts", test(false)), ["house/sanitizers-on"]);
  assertEquals(rulesHit("tests/a_test.ts", test(true)), []);
});

Deno.test("lint plugin says what to do", () => {
  const [found] = Deno.lint.runPlugin(plugin, ROOT + "src/a.ts", "AbortSignal.timeout(1);");
  assertStringIncludes(found?.hint ?? "", "withDeadline()");
});
