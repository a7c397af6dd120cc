import type { Matrix } from "./matrix.ts";
import { noteLines, othersOf, showCell } from "./text_report.ts";

/** Writes a matrix as a Markdown table, and what failed below it. */
export function markdownReport(matrix: Matrix): string {
  const row = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(" | ")} |`;
  const table = [
    row(["rule", ...matrix.columns.map(escapeText)]),
    row(["---", ...matrix.columns.map(() => "---")]),
    ...matrix.rows.map(({ rule, cells }) =>
      row([`\`${rule.replaceAll("`", "'")}\``, ...cells.map(showCell)])
    ),
  ];
  const failures = matrix.columns.flatMap((column) => failuresOf(matrix, column));
  const notes = noteLines(matrix).map((line) => line === "" ? line : `- ${escapeText(line)}`);
  return [...table, "", ...notes, ...failures].join("\n");
}

function failuresOf(matrix: Matrix, column: string): readonly string[] {
  const failures = matrix.failures.filter((failure) => failure.column === column);
  if (failures.length === 0) return [];
  const items = failures.flatMap((failure) => {
    const { check, more, sentence, excerpt, replay } = failure;
    const detail = [...(excerpt?.split("\n") ?? []), ...(replay ? [`replay: ${replay}`] : [])];
    const fence = fenceOf(detail);
    return [
      `- **${escapeText(check)}**${more > 0 ? ` (and ${more} more)` : ""}: ${escapeText(sentence)}`,
      ...(detail.length === 0
        ? []
        : ["", `  ${fence}text`, ...detail.map((line) => `  ${line}`), `  ${fence}`, ""]),
      ...othersOf(failure).flatMap((text) => [`  ${escapeText(text)}`, ""]),
    ];
  });
  return [`## ${escapeText(column)}`, "", ...items, ""];
}

/** Text that must stay text, whatever it quotes. */
function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** A fence that is longer than any within the text. */
function fenceOf(lines: readonly string[]): string {
  const runs = lines.flatMap((line) => line.match(/`+/g) ?? []);
  return "`".repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
}

function escapeCell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
