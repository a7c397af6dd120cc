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

const widths: number[] = [];

/** Prints the first row of a table in Markdown; it says how wide the columns are. */
export function printHead(cells: readonly string[]): void {
  widths.splice(0, widths.length, 34, ...cells.slice(1).map((cell) => Math.max(cell.length, 5)));
  printRow(cells);
  printRow(
    widths.map((width, i) => "-".repeat(i === 0 ? width : width - 1) + (i === 0 ? "" : ":")),
  );
}

/** Prints a further row. */
export function printRow(cells: readonly string[]): void {
  const padded = cells.map((cell, i) =>
    i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)
  );
  console.log(`| ${padded.join(" | ")} |`);
}

/** How many megabytes of the body a contender took in a second. */
export function megabytesPerSecond(chunks: readonly Bytes[], timing: Timing): string {
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  return (bytes / timing.ms / 1000).toFixed(0);
}
