import type { Column, Failing, Verdict } from "./conformance.ts";
import { replayOf, titleOf } from "./words.ts";

/** How many characters of a line of an excerpt are shown. */
const MOST_LINE = 110;
/** How many lines of an excerpt are shown: the last ones, where it goes wrong. */
const MOST_LINES = 3;

/** Writes verdicts as a table of 80 characters a line, and below it why each rule fails. */
export function terminalReport(columns: readonly Column[]): string {
  const rules = [...new Set(columns.flatMap(({ verdicts }) => [...verdicts.keys()]))];
  const width = Math.max(...rules.map((rule) => rule.length));
  const row = (first: string, cells: readonly string[]) =>
    `${first.padEnd(width)}  ${cells.map((cell) => cell.padEnd(6)).join("  ")}`.trimEnd();
  return [
    ...columns.map((column) => `${column.key}  ${titleOf(column)}`),
    "",
    row("rule", columns.map(({ key }) => key)),
    row("─".repeat(width), columns.map(() => "──────")),
    ...rules.map((rule) => row(rule, columns.map(({ verdicts }) => showCell(verdicts.get(rule))))),
    "",
    ...columns.flatMap(failingLines),
  ].join("\n");
}

function showCell(verdict: Verdict | undefined): string {
  switch (verdict?.kind) {
    case "passed":
      return "pass";
    case "failed":
      return `FAIL ${verdict.failed}`;
    case "broken":
      return "broken";
    default:
      return "n/a";
  }
}

function failingLines(column: Column): readonly string[] {
  if (column.failing.length === 0) return [];
  return [`${column.key}  ${titleOf(column)}`, "", ...column.failing.flatMap(oneFailing)];
}

function oneFailing({ rule, verdict, check, sentence, excerpt }: Failing): readonly string[] {
  return [
    `  ${rule}, ${verdict.failed} of ${verdict.tried}: ${sentence}`,
    ...(excerpt === undefined ? [] : shorten(excerpt).map((line) => `    ${line}`)),
    `    replay: ${replayOf(check)}`,
    "",
  ];
}

function shorten(excerpt: string): readonly string[] {
  return excerpt.split("\n").slice(-MOST_LINES).map((line) => {
    if (line.length <= MOST_LINE) return line.trim();
    const half = MOST_LINE / 2 - 1;
    return `${line.trim().slice(0, half)} … ${line.slice(-half)}`;
  });
}
