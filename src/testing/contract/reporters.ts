import { printable } from "../../printable.ts";
import type { ContractReport, ContractResult } from "./contract_report.ts";

/** The forms a contract is reported in. */
export type ReporterName = "tap" | "json" | "text";

/** Writes as cases end. */
export interface Reporter {
  /** Called first, with the number of cases. */
  begin?(count: number): void;
  /** Called for each case as it ends, with its number from 1. */
  result?(result: ContractResult, number: number): void;
  /** Called last. */
  end?(report: ContractReport): void;
}

/** The forms by their names. */
export const REPORTERS: {
  readonly [Name in ReporterName]: (write: (text: string) => void) => Reporter;
} = { tap, json, text };

/** The Test Anything Protocol, version 14. */
function tap(write: (text: string) => void): Reporter {
  return {
    begin: (count) => write(`TAP version 14\n1..${count}\n`),
    result: (result, number) => write(tapLines(result, number)),
  };
}

function tapLines(result: ContractResult, number: number): string {
  const { name, verdict, reason = "", durationMs, message, seen } = result;
  const isOk = verdict === "passed" || verdict === "skipped";
  const directive = verdict === "skipped"
    ? ` # SKIP ${tapText(reason)}`
    : verdict === "excluded"
    ? ` # TODO ${tapText(reason)}`
    : "";
  const line = `${isOk ? "ok" : "not ok"} ${number} - ${tapText(name)}${directive}\n`;
  const block = { message, seen: message === undefined ? undefined : seen };
  const yaml = Object.entries({ duration_ms: durationMs, ...block })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `  ${key}: ${JSON.stringify(value)}\n`);
  return `${line}  ---\n${yaml.join("")}  ...\n`;
}

/** Both would begin a directive. */
function tapText(text: string): string {
  return printable(text.replaceAll(/\s+/g, " ")).replaceAll("\\", "\\\\").replaceAll("#", "\\#");
}

/** One document, at the end. */
function json(write: (text: string) => void): Reporter {
  return {
    end({ ok, counts, results }) {
      const plain = results.map(({ error: _, ...rest }) => rest);
      write(JSON.stringify({ ok, counts, results: plain }, null, 2) + "\n");
    },
  };
}

const MARKS: { readonly [Verdict in ContractResult["verdict"]]: string } = {
  passed: "ok",
  failed: "FAIL",
  skipped: "skip",
  excluded: "known",
  "excluded-but-passes": "FAIL",
};

/** For people: a line per case, and what failed below its line. */
function text(write: (text: string) => void): Reporter {
  return {
    result({ name, verdict, reason, message, seen }) {
      write(
        printable(
          `${MARKS[verdict].padEnd(5)} ${name}${reason === undefined ? "" : ` (${reason})`}`,
        ) +
          "\n",
      );
      if (message === undefined) return;
      for (const line of message.split("\n")) write(`      ${printable(line)}\n`);
      if (seen !== undefined) write(`      Seen in ${seen}\n`);
    },
    end({ ok, counts }) {
      const numbers = Object.entries(counts).filter(([, count]) => count > 0)
        .map(([verdict, count]) => `${count} ${verdict.replaceAll("-", " ")}`);
      write(`\n${ok ? "ok" : "FAILED"}: ${numbers.join(", ") || "no cases"}\n`);
    },
  };
}
