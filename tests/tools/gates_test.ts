/** Shows that each gate passes a sound project and catches one fault planted in it. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { run } from "../../tools/run.ts";
import { type Fault, makeFixture } from "./fixture.ts";

interface Planted {
  readonly name: string;
  /** The task that has to fail, with its arguments. */
  readonly gate: string;
  /** What it has to say, so that it does not fail for another reason. */
  readonly says: RegExp;
  readonly fault: Fault;
}

const TURN = "src/turn/count.ts";
const TWICE = "src/checks/twice.ts";
const TEST = "tests/counts_test.ts";

const PLANTED: readonly Planted[] = [
  {
    name: "a file that is not formatted",
    gate: "fmt",
    says: /not formatted/,
    fault: { path: TURN, replace: "return { count };", by: "return {count}" },
  },
  {
    name: "a Deno global",
    gate: "lint",
    says: /house\/no-deno-global/,
    fault: { path: TWICE, replace: "value.count * 2", by: "value.count * Deno.pid" },
  },
  {
    name: "a using declaration",
    gate: "lint",
    says: /house\/no-using/,
    fault: {
      path: TWICE,
      replace: "return value",
      by: "using _lock = { [Symbol.dispose]() {} };\n  return value",
    },
  },
  {
    name: "an import of the own package",
    gate: "lint",
    says: /house\/no-self-import/,
    fault: { path: TWICE, replace: "../turn/count.ts", by: "@wholeturn/wholeturn" },
  },
  {
    name: "an error message in bad style",
    gate: "lint",
    says: /house\/error-message/,
    fault: { path: TURN, replace: "Cannot count", by: "cannot count" },
  },
  {
    name: "a slow type",
    gate: "lint",
    says: /no-slow-types/,
    fault: { path: TWICE, replace: "): number", by: ")" },
  },
  {
    name: "an import that points up",
    gate: "layers",
    says: /src\/turn\/count\.ts \(turn\) may not import src\/checks\/twice\.ts/,
    fault: {
      path: TURN,
      replace: "/** A count",
      by:
        'import type { twice } from "../checks/twice.ts";\nexport type Twice = typeof twice;\n/** A',
    },
  },
  {
    name: "a wrong type",
    gate: "check",
    says: /TS2322/,
    fault: { path: TWICE, replace: "value.count * 2", by: "`${value.count}`" },
  },
  {
    name: "an export without a type",
    gate: "check",
    says: /TS90\d\d/,
    fault: { path: TWICE, replace: "): number", by: ")" },
  },
  {
    name: "a Deno global",
    gate: "portable",
    says: /TS2304|TS2867|Cannot find name 'Deno'/,
    fault: { path: TWICE, replace: "value.count * 2", by: "value.count * Deno.pid" },
  },
  {
    name: "an API that Node 20 lacks",
    gate: "portable",
    says: /withResolvers/,
    fault: {
      path: TURN,
      replace: "return { count",
      by: "Promise.withResolvers();\n  return { count",
    },
  },
  {
    name: "a name without a doc",
    gate: "doc",
    says: /missing-jsdoc/,
    fault: { path: TURN, replace: "/** How many. */", by: "" },
  },
  {
    name: "a type that is not exported",
    gate: "doc",
    says: /private-type-ref/,
    fault: { path: TWICE, replace: "export type { Count };", by: "" },
  },
  {
    name: "an entry point without a doc",
    gate: "score",
    says: /mock\.ts has no comment with @module/,
    fault: { path: "mock.ts", replace: "@module", by: "" },
  },
  {
    name: "a name without a doc",
    gate: "score",
    says: /names without a doc: madeUp/,
    fault: { path: "src/mock/made_up.ts", replace: "/** Makes up a count. */", by: "" },
  },
  {
    name: "a task that stands twice",
    gate: "score",
    says: /deno\.json has the key tasks\.fmt twice/,
    fault: { path: "deno.json", replace: '"tasks": {', by: '"tasks": { "fmt": "deno fmt",' },
  },
  {
    name: "a failing test",
    gate: "test",
    says: /1 failed/,
    fault: {
      path: TWICE.replace("checks/twice", "proxy/elsewhere"),
      replace: "(count)",
      by: "(9)",
    },
  },
  {
    name: "a stale example in the README",
    gate: "test",
    says: /README\.md#\d.*FAILED/,
    fault: { path: "README.md", replace: "count: 2 }), 4", by: "count: 2 }), 5" },
  },
  {
    name: "a stale example in a doc",
    gate: "test",
    says: /twice\.ts#\d.*FAILED/,
    fault: { path: TWICE, replace: "count: 2 }), 4", by: "count: 2 }), 5" },
  },
  {
    name: "a leaked timer",
    gate: "test",
    says: /Leaks detected/,
    fault: {
      path: TEST,
      replace: "assertEquals(elsewhere",
      by: "setTimeout(() => {}, 60_000);assertEquals(elsewhere",
    },
  },
  {
    name: "too little coverage",
    gate: "coverage",
    says: /below|threshold/i,
    fault: {
      path: TURN,
      replace: "/** Makes",
      by: "/** Never run. */\nexport function idle(n: number): number {\n" +
        "  if (n > 1) n++;\n".repeat(20) + "  return n;\n}\n/** Makes",
    },
  },
  {
    name: "a file that is not published",
    gate: "dry-run",
    says: /excluded-module/,
    fault: { path: "deno.json", replace: '"src/**/*.ts"', by: '"src/checks/*.ts"' },
  },
  {
    name: "a global declaration",
    gate: "dry-run",
    says: /global/,
    fault: {
      path: TURN,
      replace: "/** Makes",
      by: "declare global { var counts: number }\n/** Makes",
    },
  },
  {
    name: "syntax that Node 20 cannot parse",
    gate: "smoke --only=20",
    says: /Node 20 FAILED/,
    fault: {
      path: TWICE,
      replace: "return value",
      by: "using _lock = { [Symbol.dispose]() {} };\n  return value",
    },
  },
  {
    name: "a published type that names Deno",
    gate: "smoke --only=7.0.2",
    says: /TS2503/,
    fault: {
      path: TWICE,
      replace: "value: Count",
      by: "value: Count, _?: Deno.Env",
    },
  },
];

async function runGate(folder: string, gate: string): Promise<{ code: number; output: string }> {
  return await run([Deno.execPath(), "task", "--quiet", ...gate.split(" ")], { cwd: folder });
}

async function withFixture<T>(
  faults: readonly Fault[],
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await makeFixture(...faults);
  try {
    return await use(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("every gate passes a sound project", async () => {
  await withFixture([], async (folder) => {
    for (const gate of new Set(PLANTED.map((planted) => planted.gate))) {
      const { code, output } = await runGate(folder, gate);
      assertEquals(code, 0, `Gate '${gate}' refuses a sound project:\n${output}`);
    }
  });
});

Deno.test.each(PLANTED)("gate '$gate' catches $name", async ({ gate, says, fault }) => {
  const { code, output } = await withFixture([fault], (folder) => runGate(folder, gate));
  assertMatch(output, says);
  assert(code !== 0, `Gate '${gate}' passes a broken project:\n${output}`);
});
