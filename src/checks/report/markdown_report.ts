import type { Matrix } from "./matrix.ts";
import { noteLines, showCell } from "./text_report.ts";

/** Writes a matrix as a Markdown table, and what failed below it. */
export function markdownReport(matrix: Matrix): string {
  const row = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(" | ")} |`;
  const table = [
    row(["rule", ...matrix.columns]),
    row(["---", ...matrix.columns.map(() => "---")]),
    ...matrix.rows.map(({ rule, cells }) => row([`\`${rule}\``, ...cells.map(showCell)])),
  ];
  const failures = matrix.columns.flatMap((column) => failuresOf(matrix, column));
  const notes = noteLines(matrix).map((line) => line === "" ? line : `- ${line}`);
  return [...table, "", ...notes, ...failures].join("\n");
}

function failuresOf(matrix: Matrix, column: string): readonly string[] {
  const failures = matrix.failures.filter((failure) => failure.column === column);
  if (failures.length === 0) return [];
  const items = failures.flatMap(({ check, more, sentence, excerpt, replay }) => {
    const detail = [...(excerpt?.split("\n") ?? []), ...(replay ? [`replay: ${replay}`] : [])];
    return [
      `- **${check}**${more > 0 ? ` (and ${more} more)` : ""}: ${sentence}`,
      ...(detail.length === 0
        ? []
        : ["", "  ```text", ...detail.map((line) => `  ${line}`), "  ```", ""]),
    ];
  });
  return [`## ${column}`, "", ...items, ""];
}

function escapeCell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
