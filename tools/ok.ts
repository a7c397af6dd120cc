/**
 * Runs every gate, each to its end, and sums up. A gate is a task of `deno.json`.
 *
 * Usage: deno run -A tools/ok.ts [--without=<gate>]...
 *
 * @module
 */
import { parseArgs } from "node:util";

/** Quick ones first. */
const GATES = [
  "fmt",
  "lint",
  "layers",
  "check",
  "portable",
  "doc",
  "score",
  "test",
  "stores",
  "dry-run",
  "smoke",
  "transports",
  "examples",
  "gates",
] as const;

const { values } = parseArgs({
  args: Deno.args,
  options: { without: { type: "string", multiple: true, default: [] } },
});

const verdicts: { gate: string; ok: boolean; seconds: number }[] = [];
for (const gate of GATES) {
  if (values.without.includes(gate)) continue;
  console.log(`\n── ${gate}`);
  const startMs = performance.now();
  const process = new Deno.Command(Deno.execPath(), { args: ["task", "--quiet", gate] });
  const { success } = await process.spawn().status;
  verdicts.push({ gate, ok: success, seconds: (performance.now() - startMs) / 1000 });
}

console.log("");
for (const { gate, ok, seconds } of verdicts) {
  console.log(`gate ${gate.padEnd(10)} ${ok ? "ok" : "FAILED"} (${seconds.toFixed(1)} s)`);
}
const failed = verdicts.filter((verdict) => !verdict.ok).length;
console.log(`gates: ${verdicts.length - failed} ok, ${failed} broken`);
if (failed > 0) Deno.exit(1);
