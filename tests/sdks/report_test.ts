import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { ContractViolation } from "../../mod.ts";
import type { CheckResult } from "../../mod.ts";
import { groupByWire, showVerdict, toColumns } from "../../tools/report/conformance.ts";
import { conformanceHtml } from "../../tools/report/html.ts";
import { conformanceMarkdown } from "../../tools/report/markdown.ts";
import { terminalReport } from "../../tools/report/terminal.ts";
import { referenceSubject } from "../../tools/sdks/reference.ts";
import type { Judged } from "../../tools/sdks/run_all.ts";

function passed(name: string): CheckResult {
  return { rule: name.split(":", 1)[0]!, name, verdict: "passed", durationMs: 1 };
}

function failed(name: string, excerpt?: string): CheckResult {
  const rule = name.split(":", 1)[0]!;
  const parts = { rule, expected: "an error", actual: 'it gave "<b>|*"', excerpt };
  return { rule, name, verdict: "failed", error: new ContractViolation(parts), durationMs: 1 };
}

function judged(
  results: readonly CheckResult[],
  parts: Partial<Judged> = {},
): Judged {
  return {
    subject: { ...referenceSubject("ollama"), packages: ["sdk"], api: "stream" },
    versions: { sdk: "1.2.3" },
    report: { ok: false, results },
    lenient: [],
    stray: { rejections: [], lines: 0 },
    ...parts,
  };
}

const RESULTS: readonly CheckResult[] = [
  failed("cut: at every event", "a long piece of a stream"),
  failed("cut: after two", "short"),
  passed("cut: nowhere"),
  passed("whole: text"),
];

Deno.test("groupByWire() puts interfaces of one wire side by side", () => {
  const other = judged(RESULTS, { subject: referenceSubject("gemini") });
  const groups = groupByWire([judged(RESULTS), other, judged(RESULTS)]);
  assertEquals(groups.map(({ wire, columns }) => [wire, columns.map(({ key }) => key)]), [
    ["ollama", ["A", "B"]],
    ["gemini", ["A"]],
  ]);
  assertEquals(groups[0]?.rules, ["cut", "whole"]);
});

Deno.test("groupByWire() shows the smallest failure of a rule and names the others", () => {
  const [failing] = toColumns([judged(RESULTS)])[0]!.failing;
  assertEquals([failing?.check, failing?.others], ["cut: after two", ["at every event"]]);
  assertEquals(failing?.sentence, 'Expected an error, but it gave "<b>|*".');
});

Deno.test("showVerdict() tells a rule that an incomplete finish would satisfy from one that fails", () => {
  const show = (lenient: readonly string[], more: readonly CheckResult[] = []) => {
    const [column] = toColumns([judged([...RESULTS, ...more], { lenient })]);
    return showVerdict(column!.verdicts.get("cut")!);
  };
  assertEquals(show([]), "FAIL 2/3");
  assertEquals(show(["cut: after two"]), "FAIL 2/3");
  assertEquals(show(["cut: after two", "cut: at every event"]), "says so 2/3");
  // Those are not tried again, and follow the others.
  const slow = failed("cut: text cut at every byte");
  assertEquals(show(["cut: after two", "cut: at every event"], [slow]), "says so 3/4");
  assertEquals(show([], [{ ...slow, verdict: "broken" }]), "broken 3/4");
});

Deno.test("the pages have versions, verdicts, sentences, replays, exclusions and stray rejections", () => {
  const subject = {
    ...judged([]).subject,
    note: "It is `raw`.",
    excluded: { "cut: nowhere": "no signal" },
  };
  const stray = { rejections: ["Error: lost", "Error: lost"], lines: 0 };
  const groups = groupByWire([judged(RESULTS, { subject, stray })]);
  const markdown = conformanceMarkdown(groups, "Deno 1");
  const html = conformanceHtml(groups, "Deno 1");
  for (const page of [markdown, html]) {
    for (
      const text of [
        "sdk@1.2.3 · stream",
        "FAIL 2/3",
        "Also: at every event",
        "no signal: cut: nowhere",
        "2 promise rejections",
        "run under Deno 1",
        "short",
      ]
    ) assertStringIncludes(page, text);
  }
  assertStringIncludes(markdown, 'replay: only: ["cut: after two"]');
  assertStringIncludes(html, "replay: only: [&quot;cut: after two&quot;]");
});

Deno.test("what comes from a stream is no markup on the pages", () => {
  const groups = groupByWire([judged(RESULTS)]);
  assertStringIncludes(conformanceMarkdown(groups, ""), 'it gave "\\<b\\>\\|\\*"');
  const html = conformanceHtml(groups, "");
  assertStringIncludes(html, "it gave &quot;&lt;b>|*&quot;");
  assertEquals(html.includes("<b>|"), false);
});

Deno.test("terminalReport() fits a terminal and bounds its excerpts", () => {
  const long = failed("cut: after two", `${"x".repeat(500)}\n${"y".repeat(500)}`);
  const columns = toColumns(Array.from({ length: 7 }, () => judged([long, passed("whole: text")])));
  const lines = terminalReport(columns).split("\n");
  const table = lines.slice(lines.indexOf("") + 1, lines.indexOf("", lines.indexOf("") + 1));
  assertEquals(table.length, 4);
  assert(table.every((line) => line.length <= 80), table.join("\n"));
  assert(lines.every((line) => line.length < 160));
  assertEquals(lines.filter((line) => line.includes("replay:")).length, 7);
});
