/**
 * Packs the package, installs it as a user would, and uses it: tests in Node 20, 22 and 24, in Bun,
 * and in Deno by its JSR specifier; types by the oldest and the newest TypeScript.
 *
 * Usage: deno run -A tools/smoke.ts [--only=<part of a name>]
 *
 * Where npm has no Node for the system, the variables NODE20, NODE22 and NODE24 name the programs.
 *
 * @module
 */
import { parseArgs } from "node:util";
import { type Finished, run } from "./run.ts";
import { jsrConsumer, npmConsumer, typeScriptProjects } from "./smoke/consumers.ts";
import { installToolchain } from "./smoke/toolchain.ts";

interface Trial {
  readonly name: string;
  readonly command: readonly string[];
  readonly cwd: string;
}

/** How many tests a runner says it ran; type checkers and silent runners say nothing. */
function testsRun({ output }: Finished): number {
  const found = /^# pass (\d+)|^ℹ pass (\d+)|^ *(\d+) pass$|\| (\d+) passed/m.exec(output);
  return Number(found?.slice(1).find((group) => group !== undefined) ?? 0);
}

async function trials(parent: string): Promise<Trial[]> {
  const toolchain = await installToolchain();
  const npm = await npmConsumer(parent);
  const jsr = await jsrConsumer(parent);
  const found: Trial[] = toolchain.runtimes.map(({ name, test }) => (
    { name, command: [...test, ...npm.tests], cwd: npm.folder }
  ));
  const denoTest = [Deno.execPath(), "test", "--no-lock", "-A", ...jsr.tests];
  found.push({ name: "Deno by jsr:", command: denoTest, cwd: jsr.folder });
  for (const project of await typeScriptProjects(npm.folder, toolchain.typeRoots)) {
    for (const { name, tsc } of toolchain.typeCheckers) {
      const kind = /tsconfig\.(\w+)/.exec(project)?.[1];
      const command = [...tsc, "-p", project];
      found.push({ name: `${name} for ${kind}`, command, cwd: npm.folder });
    }
  }
  return found;
}

const { values } = parseArgs({ args: Deno.args, options: { only: { type: "string" } } });
const parent = await Deno.makeTempDir({ prefix: "wholeturn-smoke-" });
let failed = 0;
let tried = 0;
try {
  for (const { name, command, cwd } of await trials(parent)) {
    if (values.only !== undefined && !name.includes(values.only)) continue;
    tried++;
    const finished = await run(command, { cwd });
    const tests = testsRun(finished);
    const usesTests = !name.startsWith("TypeScript");
    // A runner that finds no test would pass silently.
    const ok = finished.code === 0 && (!usesTests || tests > 0);
    console.log(`smoke: ${name} ${ok ? "ok" : "FAILED"}${usesTests ? `, ${tests} tests` : ""}`);
    if (ok) continue;
    failed++;
    console.error(finished.output);
  }
} finally {
  await Deno.remove(parent, { recursive: true });
}
if (tried === 0) console.error("smoke: nothing was tried");
if (failed > 0 || tried === 0) Deno.exit(1);
