import { showVerdict } from "./conformance.ts";
import type { Column, Failing, WireGroup } from "./conformance.ts";
import { notesOf, othersOf, preface, replayOf, TITLE, titleOf, WIRE_NAMES } from "./words.ts";

/** How many characters of an excerpt are shown here; the page has all. */
const MOST_EXCERPT = 400;

/** Writes the report as Markdown. */
export function conformanceMarkdown(groups: readonly WireGroup[], runtime: string): string {
  const lines = [
    `# ${TITLE}`,
    "",
    "<!-- Written by `deno task report`. Do not edit. -->",
    "",
    ...preface(runtime).flatMap((paragraph) => [paragraph, ""]),
    "`sdk_conformance.html` is the same with longer excerpts.",
    "",
    ...groups.flatMap(groupLines),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}

function groupLines({ wire, rules, columns }: WireGroup): readonly string[] {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    `## ${WIRE_NAMES[wire]}`,
    "",
    ...columns.map((column) => `- **${column.key}** ${escape(titleOf(column))}`),
    "",
    row(["rule", ...columns.map(({ key }) => key)]),
    row(["---", ...columns.map(() => "---")]),
    ...rules.map((rule) =>
      row([
        `[\`${rule}\`](rules.md#${rule})`,
        ...columns.map(({ verdicts }) => cell(verdicts.get(rule))),
      ])
    ),
    "",
    ...columns.flatMap(columnLines),
  ];
}

function cell(verdict: Parameters<typeof showVerdict>[0] | undefined): string {
  const text = verdict ? showVerdict(verdict) : "n/a";
  return verdict?.kind === "failed" && !verdict.isLenient ? `**${text}**` : text;
}

function columnLines(column: Column): readonly string[] {
  const { key, failing } = column;
  const notes = notesOf(column).map(escapeProse);
  if (notes.length === 0 && failing.length === 0) return [];
  return [
    `### ${key}: ${escape(titleOf(column))}`,
    "",
    ...notes.flatMap((note) => [note, ""]),
    ...failing.flatMap(failingLines),
    "",
  ];
}

function failingLines({ rule, verdict, check, others, sentence, excerpt }: Failing): string[] {
  return [
    `- \`${rule}\` ${showVerdict(verdict)}. ${escape(sentence)}`,
    "",
    "  ```text",
    ...(excerpt === undefined ? [] : shorten(excerpt).split("\n").map((line) => `  ${line}`)),
    `  replay: ${replayOf(check)}`,
    "  ```",
    "",
    ...(others.length === 0 ? [] : [`  Also: ${escape(othersOf(others))}.`, ""]),
  ];
}

function shorten(text: string): string {
  return text.length > MOST_EXCERPT ? `${text.slice(0, MOST_EXCERPT)} …` : text;
}

/** What comes from a stream must not be taken for markup. */
function escape(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>|#]/g, "\\$&").replaceAll("\n", " ");
}

/** Our own sentences have marks of code, which stay. */
function escapeProse(text: string): string {
  return text.split("`").map((part, at) => at % 2 === 0 ? escape(part) : part).join("`");
}
