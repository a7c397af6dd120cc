import { systemClock } from "../clock.ts";
import type { Clock } from "../clock.ts";
import { requireKnownOptions } from "../known_options.ts";
import type { OptionNames } from "../known_options.ts";
import { requireChecks } from "./arguments.ts";
import type { Check } from "./check.ts";
import { isViolation } from "./violation.ts";

/** What became of one check. */
export interface CheckResult {
  /** The rule's id. */
  readonly rule: string;
  /** The check's name. */
  readonly name: string;
  /**
   * `passed`; `failed`, with the violation; `broken`, if the check could not judge, since something
   * other than a violation was thrown; `skipped`, with the reason.
   */
  readonly verdict: "passed" | "failed" | "broken" | "skipped";
  /** What was thrown. */
  readonly error?: unknown;
  /** What it has to say besides its verdict. */
  readonly notes?: readonly string[] | undefined;
  /** Why it was skipped. */
  readonly skip?: string | undefined;
  /** How long it took, in milliseconds. */
  readonly durationMs: number;
}

/** What became of a list of checks. */
export interface CheckReport {
  /** True if no check failed or broke, and at least one passed: skipping all checks nothing. */
  readonly ok: boolean;
  /** One result per check, in the order of the list. */
  readonly results: readonly CheckResult[];
}

/** How to run checks. */
export interface RunChecksOptions {
  /** How many run at once. @default {8} */
  readonly concurrency?: number | undefined;
  /** Called as each check ends, for showing progress. */
  readonly onResult?: ((result: CheckResult, done: number, total: number) => void) | undefined;
  /** Where time comes from. @default {systemClock} */
  readonly clock?: Clock | undefined;
}

const OPTIONS: OptionNames<RunChecksOptions> = { concurrency: true, onResult: true, clock: true };

/**
 * Runs checks without a test runner.
 *
 * @example Run one check
 * ```ts
 * import { runChecks } from "@wholeturn/wholeturn";
 * import { assertEquals } from "@std/assert";
 *
 * const checks = [{ rule: "mine", name: "mine: holds", run: () => Promise.resolve() }];
 * const report = await runChecks(checks);
 * assertEquals(report.results[0]?.verdict, "passed");
 * ```
 *
 * @param checks The checks.
 * @param options How to run them.
 * @returns What became of each. It never rejects for what a check throws.
 * @throws {TypeError} If an argument is not what it should be.
 * @throws {RangeError} If `concurrency` is no positive integer, or there are no checks.
 */
export async function runChecks(
  checks: readonly Check[],
  options: RunChecksOptions = {},
): Promise<CheckReport> {
  requireKnownOptions("run checks", options, OPTIONS);
  const { concurrency = 8, onResult, clock = systemClock } = options;
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    throw new RangeError(
      `Cannot run checks as 'concurrency' must be a positive integer: current value is ${concurrency}`,
    );
  }
  requireChecks("run", checks);
  if (onResult !== undefined && typeof onResult !== "function") {
    throw new TypeError(
      `Cannot run checks as 'onResult' must be a function: current value is ${typeof onResult}`,
    );
  }
  const results: CheckResult[] = new Array(checks.length);
  let next = 0;
  let done = 0;
  async function work(): Promise<void> {
    for (let index = next++; index < checks.length; index = next++) {
      const result = await runOne(checks[index]!, clock);
      results[index] = result;
      onResult?.(result, ++done, checks.length);
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, checks.length) }, work));
  const isGood = ({ verdict }: CheckResult) => verdict === "passed" || verdict === "skipped";
  const ok = results.every(isGood) && results.some(({ verdict }) => verdict === "passed");
  return { ok, results };
}

async function runOne(check: Check, clock: Clock): Promise<CheckResult> {
  const { rule, name, skip } = check;
  if (skip !== undefined) return { rule, name, verdict: "skipped", skip, durationMs: 0 };
  const start = clock.now();
  try {
    await check.run();
    return {
      rule,
      name,
      verdict: "passed",
      notes: notesOf(check),
      durationMs: clock.now() - start,
    };
  } catch (error) {
    const verdict = isViolation(error) ? "failed" : "broken";
    return { rule, name, verdict, error, notes: notesOf(check), durationMs: clock.now() - start };
  }
}

/** A copy: the check's own list changes with its next run. */
function notesOf({ notes }: Check): readonly string[] | undefined {
  return Array.isArray(notes) && notes.length > 0 ? [...notes] : undefined;
}
