import type { Matrix, MatrixCell, MatrixFailure } from "./matrix.ts";

/** Writes a matrix as a table for a terminal, and what failed below it. */
export function textReport(matrix: Matrix): string {
  const header = ["rule", ...matrix.columns];
  const rows = matrix.rows.map(({ rule, cells }) => [rule, ...cells.map(showCell)]);
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length))
  );
  const line = (row: readonly string[]) =>
    row.map((text, column) => text.padEnd(widths[column]!)).join("  ").trimEnd();
  const rule = widths.map((width) => "─".repeat(width)).join("  ");
  return [line(header), rule, ...rows.map(line), "", ...noteLines(matrix), ...failureLines(matrix)]
    .join("\n");
}

/** Shows the verdict of a cell in a few characters. */
export function showCell({ verdict, count, total }: MatrixCell): string {
  switch (verdict) {
    case "passed":
      return "pass";
    case "failed":
      return `FAIL ${count}/${total}`;
    case "broken":
      return `broken ${count}/${total}`;
    case "skipped":
      return "skip";
    case "absent":
      return "-";
  }
}

/** Says what checks had to say besides their verdicts, a line each. */
export function noteLines({ notes }: Matrix): readonly string[] {
  const lines = notes.map(({ column, rule, text }) => `note: ${column} · ${rule}: ${text}`);
  return lines.length === 0 ? [] : [...lines, ""];
}

function failureLines({ failures }: Matrix): readonly string[] {
  return failures.flatMap((failure) => {
    const { column, check, more, sentence, excerpt, replay } = failure;
    return [
      `${column} · ${check}${more > 0 ? ` (and ${more} more)` : ""}`,
      `  ${sentence}`,
      ...(excerpt === undefined ? [] : excerpt.split("\n").map((text) => `  ${text}`)),
      ...(replay === undefined ? [] : [`  replay: ${replay}`]),
      ...othersOf(failure).map((text) => `  ${text}`),
      "",
    ];
  });
}

/** Names the other checks of a rule that failed, by their cases alone; in a list, empty for none. */
export function othersOf({ rule, others }: MatrixFailure): readonly string[] {
  if (others.length === 0) return [];
  const prefix = `${rule}: `;
  const cases = others.map((name) => name.startsWith(prefix) ? name.slice(prefix.length) : name);
  return [`also: ${cases.join("; ")}`];
}
