import { checkSignal } from "../../check_signal.ts";
import { requireKnownOptions } from "../../known_options.ts";
import type { OptionNames } from "../../known_options.ts";
import { shown } from "../../shown.ts";
import { untilAborted } from "../../until_aborted.ts";
import type { ContractCase } from "./contract_case.ts";
import { reportOf } from "./contract_report.ts";
import type { ContractReport, ContractResult } from "./contract_report.ts";
import { EXCEPT_RULE } from "./excluded.ts";
import { thrownText } from "./expectations.ts";
import { pickCases } from "./pick_cases.ts";
import { REPORTERS } from "./reporters.ts";
import type { Reporter, ReporterName } from "./reporters.ts";
import { violationOf } from "./violation_of.ts";

/** How to run a contract. */
export interface RunContractOptions {
  /** Writes a report as cases end: in a form, by `write`, or by a function that gets each result. */
  readonly reporter?: ReporterName | ((result: ContractResult) => void) | undefined;
  /** Where a form is written, such as `(text) => process.stdout.write(text)`. */
  readonly write?: ((text: string) => void) | undefined;
  /** Which cases to run: those whose name has a text, or those a function takes. @default {all} */
  readonly filter?: string | ((one: ContractCase) => boolean) | undefined;
  /** How many run at once. @default {1} */
  readonly concurrency?: number | undefined;
  /** Ends the run; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

const OPTIONS: OptionNames<RunContractOptions> = {
  reporter: true,
  write: true,
  filter: true,
  concurrency: true,
  signal: true,
};

/**
 * Runs the cases of a contract without a test runner.
 *
 * @example As TAP, for any CI
 * ```ts
 * import { MemoryTraceStore, runContract, traceStoreContract } from "@wholeturn/wholeturn/testing";
 * import { assertMatch } from "@std/assert";
 *
 * let tap = "";
 * const cases = traceStoreContract(() => ({ store: new MemoryTraceStore() }));
 * const write = (text: string) => void (tap += text);
 * await runContract(cases, { reporter: "tap", write, filter: "seal" });
 * assertMatch(tap, /^TAP version 14\n1\.\.\d+\nok 1 - append: /);
 * ```
 *
 * @param cases The cases.
 * @param options How to run them.
 * @returns What became of each. It never rejects for what a store does.
 * @throws {TypeError} If an argument is not of the kind it should be.
 * @throws {RangeError} If `concurrency` is no positive integer, or there are no cases, or none fits the filter.
 */
export async function runContract(
  cases: Iterable<ContractCase>,
  options: RunContractOptions = {},
): Promise<ContractReport> {
  requireKnownOptions("run the contract", options, OPTIONS);
  const { concurrency = 1, signal } = options;
  requireConcurrency(concurrency);
  checkSignal(signal, "run the contract");
  const picked = pickCases(cases, options.filter);
  const reporter = reporterOf(options);
  signal?.throwIfAborted();
  reporter.begin?.(picked.length);
  const results: ContractResult[] = new Array(picked.length);
  let next = 0;
  let done = 0;
  async function work(): Promise<void> {
    for (let index = next++; index < picked.length; index = next++) {
      const result = await untilAborted(runOne(picked[index]!), signal);
      results[index] = result;
      reporter.result?.(result, ++done);
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, picked.length) }, work));
  const report = reportOf(results);
  reporter.end?.(report);
  return report;
}

async function runOne(one: ContractCase): Promise<ContractResult> {
  const { name, area, level, seen, skip, excluded } = one;
  const what = { name, area, level, ...(seen !== undefined && { seen }) };
  if (skip !== undefined) return { ...what, verdict: "skipped", durationMs: 0, reason: skip };
  const start = Date.now();
  const failure = await new Promise((resolve) => resolve(one.run()))
    .then(() => undefined, (error: unknown) => ({ error }));
  const durationMs = Date.now() - start;
  const reason = excluded === undefined ? {} : { reason: excluded };
  if (failure === undefined) {
    const verdict = excluded === undefined ? "passed" : "excluded";
    return { ...what, verdict, durationMs, ...reason };
  }
  const { error } = failure;
  const isKnown = violationOf(error)?.rule === EXCEPT_RULE;
  const verdict = isKnown ? "excluded-but-passes" : "failed";
  return { ...what, verdict, durationMs, error, message: sentenceOf(error), ...reason };
}

function sentenceOf(error: unknown): string {
  const violation = violationOf(error);
  if (violation === undefined) return thrownText(error);
  return `Expected ${violation.expected}, but ${violation.actual}`;
}

function reporterOf({ reporter, write }: RunContractOptions): Reporter {
  if (reporter === undefined) return {};
  if (typeof reporter === "function") return { result: (result) => reporter(result) };
  if (!Object.hasOwn(REPORTERS, reporter)) {
    throw new TypeError(
      `Cannot run the contract as 'reporter' must be a function or one of ${
        Object.keys(REPORTERS).join(", ")
      }: current value is ${shown(reporter)}`,
    );
  }
  if (typeof write === "function") return REPORTERS[reporter](write);
  throw new TypeError(
    `Cannot run the contract as 'reporter' needs a function 'write': current value is ${
      shown(write)
    }`,
  );
}

function requireConcurrency(concurrency: number): void {
  if (Number.isSafeInteger(concurrency) && concurrency >= 1) return;
  throw new RangeError(
    `Cannot run the contract as 'concurrency' must be a positive integer: current value is ${
      shown(concurrency)
    }`,
  );
}
