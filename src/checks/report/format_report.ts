import { htmlReport } from "./html_report.ts";
import { markdownReport } from "./markdown_report.ts";
import { matrixOf } from "./matrix.ts";
import type { ReportColumn } from "./matrix.ts";
import { textReport } from "./text_report.ts";

/** The forms a report comes in. */
export type ReportFormat = "text" | "json" | "markdown" | "html";

/**
 * Writes the reports of one or more adapters side by side: the verdict of each rule, and for each
 * failure one sentence, the piece of the stream that shows it, and how to run it alone.
 *
 * @example
 * ```ts
 * import { formatReport, runChecks } from "@wholeturn/wholeturn";
 * import { assertStringIncludes } from "@std/assert";
 *
 * const report = await runChecks([
 *   { rule: "mine", name: "mine: holds", run: () => Promise.resolve() },
 * ]);
 * assertStringIncludes(formatReport([{ name: "my adapter", report }], "text"), "pass");
 * ```
 *
 * @param columns The reports, each with its adapter's name.
 * @param format The form.
 * @throws {TypeError} If there is no such form, or these are no reports.
 */
export function formatReport(columns: readonly ReportColumn[], format: ReportFormat): string {
  const matrix = matrixOf(columns);
  switch (format) {
    case "text":
      return textReport(matrix);
    case "json":
      return JSON.stringify(matrix, null, 2);
    case "markdown":
      return markdownReport(matrix);
    case "html":
      return htmlReport(matrix);
    default:
      format satisfies never;
      throw new TypeError(
        `Cannot write the report as the format is not one of text, json, markdown, html: "${format}"`,
      );
  }
}
