/**
 * The cases of the trace store contract, as `docs/testing.md` has them.
 *
 * Usage, to write them anew: deno run -A tests/docs/contract_cases.ts
 *
 * @module
 */
import { traceStoreContract } from "../../src/testing/contract/trace_store_contract.ts";
import type { ContractArea } from "../../src/testing/contract/contract_case.ts";

/** What each part of the contract is about. */
const AREAS: Readonly<Record<ContractArea, string>> = {
  append:
    "What is sealed how, what is refused and in which order, and that it then changes nothing.",
  read: "Forwards and backwards, long and short, from a position on, and while others write.",
  follow: "What waits gets everything once, in order, and ends when it must.",
  delete: "Nothing is left, and the id begins anew.",
  lease: "One owner at a time, and tokens that only grow.",
  load: "A sealed log in place of what was there, or nothing.",
  threads: "Lists, their order and their pages.",
  values: "Payloads and names come back as they were, or are refused before anything lands.",
  race: "Calls at once, on one handle.",
  durable: "What is there after the store was closed and opened again; needs `reopen`.",
  peer: "Two handles to the same data; needs `peer`.",
  skew: "Handles whose clocks differ; needs `skewed`.",
  lost: "Answers that nobody waited for.",
  long: "A thread that is longer than others.",
};

const BEGIN_REGEXP = /(?<=<!-- cases: .*? -->\n)[^]*?(?=<!-- end of cases -->)/;

/** The cases in the page. */
export function casesIn(page: string): string {
  return BEGIN_REGEXP.exec(page)?.[0] ?? "";
}

/** The cases as they should be there. */
export function casesText(): string {
  const cases = traceStoreContract(() => {
    throw new Error("Nothing is run here");
  });
  const parts = Object.entries(AREAS).map(([area, about]) => {
    const rows = cases.filter((one) => one.area === area).map((
      { name, level, seen = "" },
    ) => [`\`${name.replace(`${area}: `, "")}\``, level, seen]);
    return `#### ${area}\n\n${about}\n\n${tableOf([["case", "level", "seen in"], ...rows])}\n`;
  });
  const count = `There are ${cases.length} cases. Their names begin with their part: ` +
    "`append: an empty batch makes no thread`.";
  return `\n${count}\n\n${parts.join("\n")}\n`;
}

/** A table as the formatter writes it. */
function tableOf([head, ...rows]: readonly (readonly string[])[]): string {
  const widths = head!.map((_, column) =>
    Math.max(...[head!, ...rows].map((row) => row[column]!.length))
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`;
  return [line(head!), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join(
    "\n",
  );
}

if (import.meta.main) {
  const file = new URL("../../docs/testing.md", import.meta.url);
  const page = await Deno.readTextFile(file);
  await Deno.writeTextFile(file, page.replace(BEGIN_REGEXP, casesText));
}
