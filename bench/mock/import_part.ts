import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { printHead, printRow } from "../support/report.ts";
import { median } from "./median.ts";
import { run, type Tools } from "./tools.ts";

const ROUNDS = 11;

/** What an import is timed by, in a process of its own. */
const PROGRAM = `const start = performance.now();
await import(process.argv[2]);
console.log(performance.now() - start);`;

/** Measures how long the import of the mock takes: as it is published for each runtime, and as one file. */
export async function importPart({ folder, node }: Tools): Promise<void> {
  const program = join(folder, "import_time.mjs");
  await Deno.writeTextFile(program, `import process from "node:process";\n${PROGRAM}`);
  const source = new URL("../../mock.ts", import.meta.url);
  const bundle = join(folder, "mock.mjs");
  const bundling = ["bundle", "--quiet", "--external", "node:*", "-o", bundle];
  await run([Deno.execPath(), ...bundling, fileURLToPath(source)]);
  const packed = await packedMock(folder);
  const deno = [Deno.execPath(), "run", "-A", "--no-lock", program];
  printHead(["import of the mock", "milliseconds"]);
  printRow(["Deno, the source", await timeOf([...deno, source.href])]);
  printRow(["Deno, one file", await timeOf([...deno, bundle])]);
  printRow(["Node, the package", await timeOf([node, program, packed])]);
  printRow(["Node, one file", await timeOf([node, program, bundle])]);
}

async function packedMock(folder: string): Promise<string> {
  const tarball = join(folder, "package.tgz");
  const packing = ["pack", "--allow-dirty", "--no-source-maps", "--output", tarball];
  await run([Deno.execPath(), ...packing]);
  await run(["tar", "-xzf", tarball, "-C", folder]);
  return join(folder, "package", "mock.js");
}

async function timeOf(command: readonly string[]): Promise<string> {
  // The first one reads files that the others find in memory.
  await run(command);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(Number(await run(command)));
  return median(times).toFixed(0);
}
