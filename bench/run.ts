/**
 * Runs the benches in one go on Deno and on Node 24. What is measured is bundled, so that both run the
 * same code. Figures to compare are ratios, measured side by side; they print as tables in Markdown.
 *
 * Usage: deno run -A bench/run.ts [--only=<sse|turn|memory|rules|mock|proxy>] [<part of a shape's name>]
 *
 * Node comes from npm, or is the program that the variable NODE24 names.
 *
 * @module
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const BENCHES = ["sse", "turn", "memory", "rules"];
const NPX = Deno.build.os === "windows" ? "npx.cmd" : "npx";

async function run(...command: readonly string[]): Promise<void> {
  const [file, ...args] = command;
  const { success, code } = await new Deno.Command(file!, { args }).spawn().status;
  if (!success) throw new Error(`'${command.join(" ")}' ended with ${code}`);
}

/** What the machine was, for whoever reads the figures later. */
function machine(): string {
  const { hardwareConcurrency } = navigator;
  const load = Deno.loadavg()[0]!.toFixed(1);
  return `${Deno.build.os} ${Deno.build.arch}, ${hardwareConcurrency} cores, load ${load} at the start`;
}

const { values, positionals } = parseArgs({
  args: Deno.args,
  options: { only: { type: "string" } },
  allowPositionals: true,
});
const node24 = Deno.env.get("NODE24");
const node = node24 === undefined ? [NPX, "-y", "-p", "node@24", "node"] : [node24];
const folder = await Deno.makeTempDir({ prefix: "wholeturn-bench-" });
try {
  console.log(machine());
  for (const bench of BENCHES) {
    if (values.only !== undefined && values.only !== bench) continue;
    const source = fileURLToPath(new URL(`./${bench}_bench.ts`, import.meta.url));
    const bundle = join(folder, `${bench}.mjs`);
    const deno = Deno.execPath();
    await run(deno, "bundle", "--quiet", "--platform", "browser", "-o", bundle, source);
    for (
      const runtime of [[deno, "run", "-A", "--v8-flags=--expose-gc"], [...node, "--expose-gc"]]
    ) {
      console.log("");
      await run(...runtime, bundle, ...positionals);
    }
  }
  for (const bench of ["mock", "proxy"]) {
    if (values.only !== undefined && values.only !== bench) continue;
    const source = fileURLToPath(new URL(`./${bench}_bench.ts`, import.meta.url));
    await run(Deno.execPath(), "run", "-A", source);
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}
