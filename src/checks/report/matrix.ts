import { printable } from "../../printable.ts";
import type { CheckReport, CheckResult } from "../run_checks.ts";
import { isViolation } from "../violation.ts";

/** The report of one adapter, to stand beside others. */
export interface ReportColumn {
  /** The adapter, its version and which of its interfaces was used. */
  readonly name: string;
  /** What became of its checks. */
  readonly report: CheckReport;
}

/** The verdict of one rule on one adapter. */
export interface MatrixCell {
  /** The worst verdict of the rule's checks; `absent` if the rule was not tried. */
  readonly verdict: CheckResult["verdict"] | "absent";
  /** How many of the rule's checks have that verdict. */
  readonly count: number;
  /** How many checks of the rule ran or were skipped. */
  readonly total: number;
}

/** One failure, to be shown at length. */
export interface MatrixFailure {
  /** The adapter. */
  readonly column: string;
  /** The rule. */
  readonly rule: string;
  /** The first check of the rule that failed. */
  readonly check: string;
  /** How many more checks of the rule failed on this adapter. */
  readonly more: number;
  /** The names of those, in the order of the list. */
  readonly others: readonly string[];
  /** What was expected and what happened, in one sentence. */
  readonly sentence: string;
  /** The piece of the stream that shows it. */
  readonly excerpt: string | undefined;
  /** How to run it alone. */
  readonly replay: string | undefined;
}

/** Rules against adapters. */
export interface Matrix {
  /** The adapters, in order. */
  readonly columns: readonly string[];
  /** One row for each rule, with one cell for each adapter. */
  readonly rows: readonly { readonly rule: string; readonly cells: readonly MatrixCell[] }[];
  /** One failure for each rule and adapter that has one. */
  readonly failures: readonly MatrixFailure[];
  /** What checks had to say besides their verdicts, each once for its adapter and rule. */
  readonly notes: readonly MatrixNote[];
}

/** Something a check has to say besides its verdict. */
export interface MatrixNote {
  /** The adapter. */
  readonly column: string;
  /** The rule. */
  readonly rule: string;
  /** What it says. */
  readonly text: string;
}

const WORST_FIRST = ["failed", "broken", "passed", "skipped"] as const;

/**
 * Arranges reports as rules against adapters. What they hold of a stream's bytes is made printable,
 * since a report goes to a terminal, and each text but an excerpt is one line.
 *
 * @throws {TypeError} If these are no reports.
 */
export function matrixOf(columns: readonly ReportColumn[]): Matrix {
  requireColumns(columns);
  return matrixOfPrintable(columns.map(printableColumn));
}

function matrixOfPrintable(columns: readonly ReportColumn[]): Matrix {
  const rules = [
    ...new Set(columns.flatMap(({ report }) => report.results.map(({ rule }) => rule))),
  ];
  return {
    columns: columns.map(({ name }) => name),
    rows: rules.map((rule) => ({
      rule,
      cells: columns.map(({ report }) =>
        cellOf(report.results.filter((result) => result.rule === rule))
      ),
    })),
    failures: columns.flatMap(({ name, report }) =>
      rules.flatMap((rule) => failureOf(name, rule, report))
    ),
    notes: columns.flatMap(notesOf),
  };
}

function requireColumns(columns: unknown): void {
  const isColumn = (column: unknown) =>
    Array.isArray((column as Partial<ReportColumn> | null | undefined)?.report?.results);
  if (Array.isArray(columns) && columns.every(isColumn)) return;
  throw new TypeError(
    "Cannot write the report as 'columns' must be a list of { name, report }, with reports as " +
      "runChecks() gives them",
  );
}

function printableColumn({ name, report }: ReportColumn): ReportColumn {
  const results = report.results.map((result) => ({
    ...result,
    rule: oneLine(result.rule),
    name: oneLine(result.name),
    notes: result.notes?.map(oneLine),
  }));
  return { name: oneLine(name), report: { ...report, results } };
}

function oneLine(text: string): string {
  return printable(String(text)).replaceAll(/\s*\n\s*/g, " ");
}

/** What a check throws may be anything. */
function textOf(error: unknown): string {
  try {
    return String(error);
  } catch {
    return `a value of type ${typeof error}`;
  }
}

function cellOf(results: readonly CheckResult[]): MatrixCell {
  const total = results.length;
  const verdict = WORST_FIRST.find((worst) => results.some((result) => result.verdict === worst));
  if (!verdict) return { verdict: "absent", count: 0, total };
  return { verdict, count: results.filter((result) => result.verdict === verdict).length, total };
}

function failureOf(column: string, rule: string, report: CheckReport): readonly MatrixFailure[] {
  const bad = report.results.filter((result) =>
    result.rule === rule && (result.verdict === "failed" || result.verdict === "broken")
  );
  const [first, ...rest] = bad;
  if (!first) return [];
  const { error, name: check } = first;
  const more = rest.length;
  const others = rest.map(({ name }) => name);
  if (isViolation(error)) {
    const sentence = oneLine(`Expected ${error.expected}, but ${error.actual}`);
    const excerpt = error.excerpt === undefined ? undefined : printable(error.excerpt);
    const replay = error.replay === undefined ? undefined : oneLine(error.replay);
    return [{ column, rule, check, more, others, sentence, excerpt, replay }];
  }
  const sentence = oneLine(`The check could not judge: ${textOf(error)}`);
  const unknown = { excerpt: undefined, replay: undefined };
  return [{ column, rule, check, more, others, sentence, ...unknown }];
}

function notesOf({ name: column, report }: ReportColumn): readonly MatrixNote[] {
  const notes = report.results.flatMap(({ rule, notes = [] }) =>
    notes.map((text) => ({ column, rule, text }))
  );
  return notes.filter((note, position) =>
    notes.findIndex(({ rule, text }) => rule === note.rule && text === note.text) === position
  );
}
