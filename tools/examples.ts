/**
 * Runs the examples as their readers would: the packed package and the SDKs installed from npm, each
 * example under its own test runner. The one for Deno runs with the main tests.
 *
 * Usage: deno run -A tools/examples.ts
 *
 * @module
 */
import { join } from "node:path";
import { run } from "./run.ts";
import { npmConsumer } from "./smoke/consumers.ts";
import { installToolchain, npmInstall } from "./smoke/toolchain.ts";
import versions from "./sdks/versions.json" with { type: "json" };

/** The packages of the examples; the SDKs in their pinned versions. */
const PACKAGES = [
  `openai@${versions.openai}`,
  `@anthropic-ai/sdk@${versions["@anthropic-ai/sdk"]}`,
  `@langchain/core@${versions["@langchain/core"]}`,
  "@openai/agents@0.20.0",
  "@deno/kv@0.14.0",
  "vitest@5.1.2",
];

/** Copies the examples of a runner. Returns their paths from the folder. */
async function copyExamples(runner: string, folder: string): Promise<readonly string[]> {
  const from = new URL(`../examples/${runner}/`, import.meta.url);
  await Deno.mkdir(join(folder, runner));
  const paths: string[] = [];
  for await (const { name } of Deno.readDir(from)) {
    if (!name.endsWith(".test.mjs")) continue;
    await Deno.copyFile(new URL(name, from), join(folder, runner, name));
    paths.push(`${runner}/${name}`);
  }
  return paths.sort();
}

/** Runs the examples of a runner; gives whether they passed, and that they ran any test at all. */
async function tryExample(
  name: string,
  command: readonly string[],
  folder: string,
): Promise<boolean> {
  const { code, output } = await run(command, { cwd: folder });
  const tests = Number(
    /(?:# pass|ℹ pass|Tests) +(\d+)|^ *(\d+) pass$/m.exec(output)?.slice(1).find(Boolean) ?? 0,
  );
  const ok = code === 0 && tests > 0;
  console.log(`examples: ${name} ${ok ? "ok" : "FAILED"}, ${tests} tests`);
  if (!ok) console.error(output);
  return ok;
}

const parent = await Deno.makeTempDir({ prefix: "wholeturn-examples-" });
try {
  const { runtimes } = await installToolchain();
  const { folder } = await npmConsumer(parent);
  await npmInstall(folder, ...PACKAGES);
  const nodeTests = await copyExamples("node", folder);
  const bunTests = await copyExamples("bun", folder);
  await copyExamples("vitest", folder);
  const node = runtimes.find(({ name }) => name === "Node 24")!.test;
  const bun = runtimes.find(({ name }) => name.startsWith("Bun"))!.test;
  const vitest = [
    node[0]!,
    join(folder, "node_modules", "vitest", "vitest.mjs"),
    "run",
    "--dir",
    "vitest",
  ];
  const passed = [
    await tryExample("node:test", [...node, ...nodeTests], folder),
    await tryExample("bun:test", [...bun, ...bunTests], folder),
    await tryExample("vitest", vitest, folder),
  ];
  if (passed.includes(false)) Deno.exitCode = 1;
} finally {
  await Deno.remove(parent, { recursive: true });
}
