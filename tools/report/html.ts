import { showVerdict } from "./conformance.ts";
import type { Column, Failing, WireGroup } from "./conformance.ts";
import { notesOf, othersOf, preface, replayOf, TITLE, titleOf, WIRE_NAMES } from "./words.ts";

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --pass: #1a7f37; --fail: #cf222e; --says: #9a6700; }
@media (prefers-color-scheme: dark) { :root { --pass: #3fb950; --fail: #ff7b72; --says: #d29922; } }
body { font: 15px/1.55 system-ui, sans-serif; margin: 0 auto; padding: 1rem; max-width: 72rem; }
p, li { max-width: 46rem; }
code, pre { font: 13px/1.45 ui-monospace, monospace; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .6rem; text-align: left; white-space: nowrap; }
tbody th { background: Canvas; font-weight: 500; left: 0; position: sticky; }
.passed { color: var(--pass); }
.failed, .broken { color: var(--fail); font-weight: 600; }
.lenient { color: var(--says); font-weight: 600; }
.skipped, .absent { opacity: .5; }
details { border-left: 2px solid var(--line); margin: .4rem 0; padding-left: .8rem; }
summary { cursor: pointer; }
pre { background: #8881; overflow-x: auto; padding: .6rem; white-space: pre-wrap; word-break: break-all; }
.legend { list-style: none; padding: 0; }
`;

/** Writes the report as one static page. */
export function conformanceHtml(groups: readonly WireGroup[], runtime: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(TITLE)}</title>
<style>${STYLE}</style>
<h1>${escapeHtml(TITLE)}</h1>
${preface(runtime).map((paragraph) => `<p>${markup(paragraph)}</p>`).join("\n")}
${groups.map(groupHtml).join("\n")}
</html>
`;
}

function groupHtml({ wire, rules, columns }: WireGroup): string {
  const legend = columns.map((column) =>
    `<li><a href="#${idOf(column)}"><b>${column.key}</b></a> ${escapeHtml(titleOf(column))}</li>`
  );
  const head = columns.map(({ key }) => `<th scope="col">${key}</th>`).join("");
  const rows = rules.map((rule) =>
    `<tr><th scope="row"><code>${rule}</code></th>${
      columns.map((column) => cellHtml(column, rule)).join("")
    }</tr>`
  );
  return `<h2>${escapeHtml(WIRE_NAMES[wire])}</h2>
<ul class="legend">
${legend.join("\n")}
</ul>
<div class="scroll">
<table>
<thead><tr><th scope="col">rule</th>${head}</tr></thead>
<tbody>
${rows.join("\n")}
</tbody>
</table>
</div>
${columns.map(columnHtml).join("")}`;
}

function cellHtml({ verdicts }: Column, rule: string): string {
  const verdict = verdicts.get(rule);
  if (!verdict) return '<td class="absent">n/a</td>';
  const kind = verdict.kind === "failed" && verdict.isLenient ? "lenient" : verdict.kind;
  return `<td class="${kind}">${showVerdict(verdict)}</td>`;
}

function columnHtml(column: Column): string {
  const { key, failing } = column;
  return `<h3 id="${idOf(column)}">${key}: ${escapeHtml(titleOf(column))}</h3>
${notesOf(column).map((note) => `<p>${markup(note)}</p>`).join("\n")}
${failing.length === 0 ? "<p>It passes every rule.</p>" : failing.map(failingHtml).join("\n")}
`;
}

function failingHtml({ rule, verdict, check, others, sentence, excerpt }: Failing): string {
  const detail = [...(excerpt === undefined ? [] : [excerpt]), `replay: ${replayOf(check)}`];
  const also = others.length === 0 ? "" : `\n<p>Also: ${escapeHtml(othersOf(others))}.</p>`;
  return `<details><summary><code>${rule}</code> ${showVerdict(verdict)}</summary>
<p>${escapeHtml(sentence)}</p>
<pre>${escapeHtml(detail.join("\n"))}</pre>${also}</details>`;
}

function idOf({ subject, key }: Column): string {
  return `${subject.wire}-${key}`;
}

/** The two marks that our own sentences have: code and strong. */
function markup(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>")
    .replaceAll(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>");
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
