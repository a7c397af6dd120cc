import { printHead, printRow } from "../support/report.ts";
import { bundled, run, type Tools } from "./tools.ts";

/** Measures what our mock holds after many requests in process, with at most 1,000 records. */
export async function memoryPart(tools: Tools, calls: number): Promise<void> {
  const holding = await bundled("hold_memory", tools);
  const count = (part: number) => (part * calls).toLocaleString("en");
  printHead(["MiB held after requests in process", ...[0.1, 0.5, 1].map(count)]);
  const deno = [Deno.execPath(), "run", "-A", "--v8-flags=--expose-gc"];
  for (const [name, runtime] of [["Deno", deno], ["Node", [tools.node, "--expose-gc"]]] as const) {
    const held: number[] = JSON.parse(await run([...runtime, holding, String(calls)]));
    printRow([name, ...held.map((mebibytes) => mebibytes.toFixed(1))]);
  }
}
