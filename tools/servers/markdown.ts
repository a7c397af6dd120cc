import { printable } from "../../src/printable.ts";
import type { Judged } from "./judged.ts";

const MARKS = {
  passed: "yes",
  failed: "**no**",
  skipped: "–",
  excluded: "known",
  "excluded-but-passes": "**no**",
} as const;

/** Writes the verdicts: how many of each server, which of those that failed some, and why. */
export function verdictTables(judged: readonly Judged[]): string {
  const failing = judged.filter(({ report }) => !report.ok);
  return [summary(judged), matrix(failing), ...failing.map(failuresOf)].join("\n\n");
}

function summary(judged: readonly Judged[]): string {
  return table(
    ["server", "wire", "passed", "failed", "skipped"],
    judged.map(({ name, version, wire, report: { counts } }) => [
      `${name} ${version}`.trim(),
      wire,
      String(counts.passed),
      String(counts.failed),
      String(counts.skipped),
    ]),
  );
}

function matrix(judged: readonly Judged[]): string {
  const names = judged[0]?.report.results.map(({ name }) => name) ?? [];
  const rows = names.map((name, at) => [
    name,
    ...judged.map(({ report }) => MARKS[report.results[at]?.verdict ?? "skipped"]),
  ]);
  return table(["case", ...judged.map(({ name, wire }) => `${nameOf(name)}, ${wire}`)], rows);
}

function failuresOf({ name, version, wire, report }: Judged): string {
  const title = `### ${name} ${version}, ${wire}`;
  const failed = report.results.filter(({ verdict }) => verdict === "failed");
  const lines = failed.map(({ name, message = "" }) => `- ${name}\n  ${code(message)}`);
  return `${title}\n\n${lines.join("\n")}`;
}

/** What is another in each run, and would change the page for nothing; it may be cut. */
const CHANGING_REGEXP = /"(id|created|created_at)":(?:"[^"…]*"?|\d+)/g;

function nameOf(name: string): string {
  return name.split("/").at(-1) ?? name;
}

/** In as many backticks as the text needs. */
function code(text: string): string {
  const line = printable(text.replaceAll(/\s+/g, " ")).replaceAll(CHANGING_REGEXP, '"$1":…');
  const fence = "`".repeat(Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length)) + 1);
  return `${fence}${line}${fence}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
