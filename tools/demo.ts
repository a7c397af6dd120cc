/** The main job on real input: the checks on the reference adapter and on the newest official SDKs. */
import { formatReport } from "../mod.ts";
import type { ReportColumn } from "../mod.ts";
import { ANTHROPIC_SUBJECTS } from "./sdks/anthropic.ts";
import { checkSubject } from "./sdks/check_subject.ts";
import { OPENAI_SUBJECTS } from "./sdks/openai.ts";
import { referenceSubject } from "./sdks/reference.ts";
import type { SdkSubject } from "./sdks/sdk_subject.ts";

const SUBJECTS: readonly SdkSubject[] = [
  referenceSubject("openai-chat"),
  ...OPENAI_SUBJECTS.filter(({ wire }) => wire === "openai-chat"),
  referenceSubject("anthropic-messages"),
  ...ANTHROPIC_SUBJECTS,
];

const HINT = `The same on an adapter of your own:

  import { modelChecks, registerChecks } from "@wholeturn/wholeturn";

  registerChecks(
    modelChecks(({ baseUrl, fetch }) => yourAdapter({ baseUrl, fetch }), "openai-chat"),
    Deno.test, // or test of node:test, bun:test or vitest
  );

Every rule, its reason and the public bugs behind it: docs/rules.md`;

const write = (text: string) => Deno.stderr.writeSync(new TextEncoder().encode(text));

async function showProgress(subject: SdkSubject): Promise<ReportColumn> {
  const label = [...subject.packages, subject.api].join(" ");
  const isTerminal = Deno.stderr.isTerminal();
  if (!isTerminal) write(`${label} ... `);
  const column = await checkSubject(subject, {}, (_, done, total) => {
    if (isTerminal) write(`\r${label}: ${done} of ${total} checks`);
  });
  const failed = column.report.results.filter(({ verdict }) => verdict === "failed").length;
  const end = `${column.report.results.length} checks, ${failed} failed\n`;
  write(isTerminal ? `\r\x1b[K${label}: ${end}` : end);
  return column;
}

if (import.meta.main) {
  const columns: ReportColumn[] = [];
  for (const subject of SUBJECTS) columns.push(await showProgress(subject));
  console.log(`\n${formatReport(columns, "text")}\n${HINT}`);
}
