import type { Matrix, MatrixCell, MatrixFailure } from "./matrix.ts";
import { noteLines, othersOf, showCell } from "./text_report.ts";

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --pass: #1a7f37; --fail: #cf222e; --soft: #8888; }
@media (prefers-color-scheme: dark) { :root { --pass: #3fb950; --fail: #ff7b72; } }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; padding: 1rem; max-width: 80rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .6rem; text-align: left; white-space: nowrap; }
thead th { vertical-align: bottom; }
tbody th { background: Canvas; font-weight: 500; left: 0; position: sticky; }
.passed { color: var(--pass); }
.failed, .broken { color: var(--fail); font-weight: 600; }
.skipped, .absent { color: var(--soft); }
pre { background: #8882; overflow-x: auto; padding: .5rem; white-space: pre-wrap; word-break: break-all; }
`;

/**
 * Writes a matrix as one static page that reads well on a phone, in light and dark.
 *
 * @param matrix The matrix.
 * @param title The title of the page.
 */
export function htmlReport(matrix: Matrix, title = "Contract checks"): string {
  const head = matrix.columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`).join(
    "",
  );
  const body = matrix.rows.map(({ rule, cells }) =>
    `<tr><th scope="row">${escapeHtml(rule)}</th>${cells.map(htmlCell).join("")}</tr>`
  ).join("\n");
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
<h1>${escapeHtml(title)}</h1>
<div class="scroll">
<table>
<thead><tr><th scope="col">rule</th>${head}</tr></thead>
<tbody>
${body}
</tbody>
</table>
</div>
${
    noteLines(matrix).filter((line) => line !== "").map((line) => `<p>${escapeHtml(line)}</p>`)
      .join("\n")
  }
${matrix.columns.map((column) => htmlFailures(column, matrix.failures)).join("")}</html>
`;
}

function htmlCell(cell: MatrixCell): string {
  return `<td class="${cell.verdict}">${escapeHtml(showCell(cell))}</td>`;
}

function htmlFailures(column: string, all: readonly MatrixFailure[]): string {
  const failures = all.filter((failure) => failure.column === column);
  if (failures.length === 0) return "";
  return `<h2>${escapeHtml(column)}</h2>\n${failures.map(htmlFailure).join("\n")}\n`;
}

function htmlFailure(failure: MatrixFailure): string {
  const { check, more, sentence, excerpt, replay } = failure;
  const detail = [excerpt, replay === undefined ? undefined : `replay: ${replay}`]
    .filter((text) => text !== undefined).join("\n");
  const others = more > 0 ? ` (and ${more} more)` : "";
  const also = othersOf(failure).map((text) => `\n<p>${escapeHtml(text)}</p>`).join("");
  return `<details><summary>${escapeHtml(check + others)}</summary>
<p>${escapeHtml(sentence)}</p>
<pre>${escapeHtml(detail)}</pre>${also}</details>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
