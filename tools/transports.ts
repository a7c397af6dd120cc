/**
 * Runs the cases of the proxy's transports on Deno, Node 20, 22 and 24, and Bun: what they stand on differs there.
 *
 * Usage: deno run -A tools/transports.ts [--only=<part of a name>]
 *
 * Where npm has no Node for the system, the variables NODE20, NODE22 and NODE24 name the programs.
 *
 * @module
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { mustRun, run } from "./run.ts";
import { installToolchain } from "./smoke/toolchain.ts";

const { values } = parseArgs({ args: Deno.args, options: { only: { type: "string" } } });
const source = fileURLToPath(
  new URL("../tests/proxy/transport/support/run_cases.ts", import.meta.url),
);
const folder = await Deno.makeTempDir({ prefix: "wholeturn-transports-" });
let failed = 0;
try {
  const program = join(folder, "run_cases.mjs");
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  await mustRun([Deno.execPath(), "bundle", "--quiet", "-o", program, source], { cwd });
  const { runtimes } = await installToolchain();
  const commands = runtimes.map(({ name, test }) => ({ name, command: [test[0]!, program] }));
  commands.unshift({ name: "Deno", command: [Deno.execPath(), "run", "-A", program] });
  for (const { name, command } of commands) {
    if (values.only !== undefined && !name.includes(values.only)) continue;
    const finished = await run(command, { cwd: folder });
    const passed = /^# pass (\d+)$/m.exec(finished.output)?.[1];
    const isOk = finished.code === 0 && Number(passed) > 0;
    console.log(`transports: ${name} ${isOk ? "ok" : "FAILED"}, ${passed ?? 0} cases`);
    if (isOk) continue;
    failed++;
    console.error(finished.output);
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}
if (failed > 0) Deno.exit(1);
