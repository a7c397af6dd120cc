/**
 * Runs every gate, each to its end, and sums up. A gate is a task of `deno.json`.
 *
 * Usage: deno run -A tools/ok.ts [--without=<gate>]...
 *
 * @module
 */
import { parseArgs } from "node:util";

/** Quick ones first. Many wait for installs, children and clocks: two run at a time. */
const GATES = [
  "fmt",
  "lint",
  "layers",
  "portable",
  "doc",
  "score",
  "check",
  "smoke",
  "examples",
  "stores",
  "transports",
  "dry-run",
] as const;

/** These take all of the machine, and run one after the other; the coverage is that of the tests, which it runs. */
const LARGE_GATES = ["coverage", "gates"] as const;

const { values } = parseArgs({
  args: Deno.args,
  options: { without: { type: "string", multiple: true, default: [] } },
});

interface Verdict {
  readonly gate: string;
  readonly ok: boolean;
  readonly seconds: number;
}

/** Keeps what the gate writes until its end, so that those of two do not mix. */
async function run(gate: string): Promise<Verdict> {
  const startMs = performance.now();
  const command = new Deno.Command(Deno.execPath(), { args: ["task", "--quiet", gate] });
  const { success, stdout, stderr } = await command.output();
  const seconds = (performance.now() - startMs) / 1000;
  const written = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("");
  console.log(`\n── ${gate}\n${written}`);
  return { gate, ok: success, seconds };
}

const verdicts: Verdict[] = [];

async function runAll(gates: readonly string[], lanes: number): Promise<void> {
  const left = gates.filter((gate) => !values.without.includes(gate));
  const lane = async () => {
    for (let gate = left.shift(); gate !== undefined; gate = left.shift()) {
      verdicts.push(await run(gate));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

await runAll(GATES, 2);
await runAll(LARGE_GATES, 1);

console.log("");
for (const { gate, ok, seconds } of verdicts) {
  console.log(`gate ${gate.padEnd(10)} ${ok ? "ok" : "FAILED"} (${seconds.toFixed(1)} s)`);
}
const failed = verdicts.filter((verdict) => !verdict.ok).length;
console.log(`gates: ${verdicts.length - failed} ok, ${failed} broken`);
if (failed > 0) Deno.exit(1);
