import process from "node:process";
import type { Bytes } from "../../src/bytes.ts";
import type { Timing } from "./compare.ts";

/** The runtime and its version. */
export function runtimeName(): string {
  const { deno, bun, node } = process.versions;
  if (deno !== undefined) return `Deno ${deno}`;
  return bun === undefined ? `Node ${node}` : `Bun ${bun}`;
}

/** Whether the command line asks for a shape: all, or those whose names contain its argument. */
export function isWanted(shape: string): boolean {
  return shape.includes(process.argv[2] ?? "");
}

/** Prints a row of a table in Markdown. */
export function printRow(cells: readonly string[]): void {
  const [first, ...rest] = cells;
  // deno-lint-ignore no-console -- a bench is a program that prints
  console.log(`| ${first!.padEnd(38)} | ${rest.map((cell) => cell.padStart(8)).join(" | ")} |`);
}

/** How many megabytes of the body a contender took in a second, in its fastest round. */
export function megabytesPerSecond(chunks: readonly Bytes[], timing: Timing): string {
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  return (bytes / timing.bestMs / 1000).toFixed(0);
}
