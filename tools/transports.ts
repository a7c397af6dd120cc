/**
 * Runs the cases of the proxy's transports, of the proxy over sockets, and of state that is shared and kept, on Deno,
 * Node 20, 22 and 24, and Bun: what they stand on differs there.
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
/** The programs, by what they run the cases of. */
const SOURCES = {
  transports: "tests/proxy/transport/support/run_cases.ts",
  sockets: "tests/proxy/sockets/support/run_cases.ts",
  state: "tests/proxy/state/support/run_cases.ts",
};
const folder = await Deno.makeTempDir({ prefix: "wholeturn-transports-" });
let failed = 0;
try {
  const { runtimes } = await installToolchain();
  const commands = runtimes.map(({ name, test }) => ({ name, command: [test[0]!] }));
  commands.unshift({ name: "Deno", command: [Deno.execPath(), "run", "-A"] });
  for (const [what, source] of Object.entries(SOURCES)) {
    const program = join(folder, `${what}.mjs`);
    const cwd = fileURLToPath(new URL("..", import.meta.url));
    await mustRun([Deno.execPath(), "bundle", "--quiet", "-o", program, source], { cwd });
    const chosen = commands.filter(({ name }) => name.includes(values.only ?? ""));
    // At once, as most of their time the cases wait.
    await Promise.all(chosen.map(async ({ name, command }) => {
      const finished = await run([...command, program], { cwd: folder });
      const passed = /^# pass (\d+)$/m.exec(finished.output)?.[1];
      const isOk = finished.code === 0 && Number(passed) > 0;
      console.log(`${what}: ${name} ${isOk ? "ok" : "FAILED"}, ${passed ?? 0} cases`);
      if (isOk) return;
      failed++;
      console.error(finished.output);
    }));
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}
if (failed > 0) Deno.exit(1);
