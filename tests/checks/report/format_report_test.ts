import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { formatReport } from "../../../src/checks/report/format_report.ts";
import type { ReportFormat } from "../../../src/checks/report/format_report.ts";
import type { ReportColumn } from "../../../src/checks/report/matrix.ts";
import type { CheckResult } from "../../../src/checks/run_checks.ts";
import { ContractViolation } from "../../../src/checks/violation.ts";

const violation = new ContractViolation({
  rule: "truncation",
  expected: "an error",
  actual: 'it gave <b>"half"</b> | a turn',
  excerpt: "cut at byte 3 of 9: abc ✂ def",
  replay: 'pass { only: ["truncation: cut"] }',
});

function result(
  rule: string,
  name: string,
  verdict: CheckResult["verdict"],
  error?: unknown,
): CheckResult {
  return { rule, name: `${rule}: ${name}`, verdict, error, durationMs: 1 };
}

const columns: readonly ReportColumn[] = [
  {
    name: "right",
    report: {
      ok: true,
      results: [
        result("truncation", "cut", "passed"),
        result("truncation", "other", "passed"),
        result("sockets", "many", "skipped"),
      ],
    },
  },
  {
    name: "wrong 1.0",
    report: {
      ok: false,
      results: [
        result("truncation", "cut", "failed", violation),
        result("truncation", "other", "failed", violation),
        result("reset", "mid", "broken", new TypeError("no adapter")),
      ],
    },
  },
];

Deno.test("formatReport() writes a table for a terminal, and each rule's first failure", () => {
  assertEquals(
    formatReport(columns, "text"),
    `rule        right  wrong 1.0
──────────  ─────  ──────────
truncation  pass   FAIL 2/2
sockets     skip   -
reset       -      broken 1/1

wrong 1.0 · truncation: cut (and 1 more)
  Expected an error, but it gave <b>"half"</b> | a turn
  cut at byte 3 of 9: abc ✂ def
  replay: pass { only: ["truncation: cut"] }
  also: other

wrong 1.0 · reset: mid
  The check could not judge: TypeError: no adapter
`,
  );
});

Deno.test("formatReport() writes JSON that a program can read back", () => {
  const { columns: names, rows, failures } = JSON.parse(formatReport(columns, "json"));
  assertEquals(names, ["right", "wrong 1.0"]);
  assertEquals(rows[0], {
    rule: "truncation",
    cells: [{ verdict: "passed", count: 2, total: 2 }, { verdict: "failed", count: 2, total: 2 }],
  });
  assertEquals(failures.map((failure: { check: string }) => failure.check), [
    "truncation: cut",
    "reset: mid",
  ]);
  assertEquals(
    failures.map(({ more, others }: { more: number; others: string[] }) => [more, others]),
    [[1, ["truncation: other"]], [0, []]],
  );
});

Deno.test("formatReport() writes Markdown whose table no cell breaks", () => {
  const text = formatReport([{ ...columns[1]!, name: "a|b" }], "markdown");
  assertStringIncludes(text, "| rule | a\\|b |\n| --- | --- |\n| `truncation` | FAIL 2/2 |");
  assertStringIncludes(text, "- **truncation: cut** (and 1 more): Expected an error");
  assertStringIncludes(text, "  cut at byte 3 of 9: abc ✂ def\n  replay: pass");
});

Deno.test("formatReport() names in every form all checks of a rule that failed", () => {
  const names = ["first", "<b>second</b>", "third"];
  const results = names.map((name) => result("truncation", name, "failed", violation));
  const column = [{ name: "wrong", report: { ok: false, results } }];
  assertStringIncludes(formatReport(column, "text"), "\n  also: <b>second</b>; third\n");
  assertStringIncludes(formatReport(column, "markdown"), "\n  also: &lt;b>second&lt;/b>; third\n");
  assertStringIncludes(formatReport(column, "html"), "<p>also: &lt;b>second&lt;/b>; third</p>");
  assertEquals(JSON.parse(formatReport(column, "json")).failures[0].others, [
    "truncation: <b>second</b>",
    "truncation: third",
  ]);
});

Deno.test("formatReport() writes a page in which no text of a stream becomes markup", () => {
  const page = formatReport(columns, "html");
  assertStringIncludes(page, '<td class="failed">FAIL 2/2</td>');
  assertStringIncludes(page, "&lt;b>&quot;half&quot;&lt;/b>");
  assertEquals(page.includes("<b>"), false);
  assertStringIncludes(page, '<meta name="viewport"');
});

Deno.test("formatReport() refuses a form that it does not know", () => {
  assertThrows(
    () => formatReport(columns, "pdf" as ReportFormat),
    TypeError,
    "text, json, markdown, html",
  );
});

Deno.test("formatReport() says in every form what a check had to say, once for each rule", () => {
  const noted = { ...result("truncation", "cut", "passed"), notes: ["lenient: <b> accepted"] };
  const report = { ok: true, results: [noted, { ...noted, name: "truncation: other" }] };
  const column = [{ name: "mine", report }];
  const text = formatReport(column, "text");
  assertEquals(text.split("note: mine · truncation: lenient: <b> accepted").length, 2);
  assertStringIncludes(formatReport(column, "markdown"), "- note: mine · truncation: lenient");
  assertStringIncludes(
    formatReport(column, "html"),
    "<p>note: mine · truncation: lenient: &lt;b> accepted",
  );
  assertEquals(JSON.parse(formatReport(column, "json")).notes.length, 1);
});
