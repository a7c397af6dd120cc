import { runChecks } from "../../mod.ts";
import type { Check, CheckReport, ModelChecksOptions, RunChecksOptions } from "../../mod.ts";
import { checksOf } from "../../src/checks/model_checks.ts";
import { subjectOf, subjectWith } from "../../src/checks/subject.ts";
import { isolated } from "./isolated.ts";
import type { Stray } from "./isolated.ts";
import { nameOf } from "./sdk_subject.ts";
import type { Modules, SdkSubject } from "./sdk_subject.ts";

/** The verdicts on a subject. */
export interface SubjectVerdicts {
  /** What became of its checks. */
  readonly report: CheckReport;
  /** The names of the failed checks that pass if an explicit incomplete finish is accepted. */
  readonly lenient: readonly string[];
  /** What it did besides that no check asks about. */
  readonly stray: Stray;
}

/** How to check a subject. */
export interface CheckSubjectOptions {
  /** Called as each check ends. */
  readonly onResult?: RunChecksOptions["onResult"];
  /** How long an SDK may take to settle, in milliseconds. */
  readonly deadlineMs?: ModelChecksOptions["deadlineMs"];
  /** How many checks run at once. */
  readonly concurrency?: RunChecksOptions["concurrency"];
  /** Whether to leave out the cuts at every byte, which take most of the time. @default {false} */
  readonly quick?: boolean | undefined;
  /** Whether to find out which failed checks pass with `lenient: true`. @default {false} */
  readonly alsoLeniently?: boolean | undefined;
}

/** The rules that ask for an error, in whose place a lenient user accepts an incomplete finish. */
const LENIENT_RULES: ReadonlySet<string> = new Set([
  "abort-is-not-an-end",
  "truncation",
  "reset",
  "tool-arguments",
  "error-in-stream",
  "not-a-stream",
]);

/**
 * Runs every check on a subject.
 *
 * @param subject The subject.
 * @param modules Its packages.
 * @param options How to run them.
 */
export async function checkSubject(
  subject: SdkSubject,
  modules: Modules,
  options: CheckSubjectOptions = {},
): Promise<SubjectVerdicts> {
  const { onResult, concurrency, quick = false, alsoLeniently = false } = options;
  const { result, stray } = await isolated(async () => {
    const checks = exclude(checksFor(subject, modules, options), subject).filter((check) =>
      !quick || !isSlow(check)
    );
    const report = await runChecks(checks, { onResult, concurrency });
    const lenient = alsoLeniently ? await passLeniently(subject, modules, options, report) : [];
    return { report, lenient };
  });
  return { ...result, stray };
}

/** Thousands of readings, where those at every event tell nearly as much. */
function isSlow({ name }: Pick<Check, "name">): boolean {
  return name.endsWith("cut at every byte");
}

function checksFor(
  subject: SdkSubject,
  modules: Modules,
  { deadlineMs }: CheckSubjectOptions,
  more: ModelChecksOptions = {},
): readonly Check[] {
  const { wire, dialect } = subject;
  const known = dialect ? subjectWith(dialect.samples) : subjectOf(wire);
  return checksOf(subject.newModel(modules), known, { deadlineMs, ...more });
}

/** Finds out which failed checks pass with `lenient: true`. */
async function passLeniently(
  subject: SdkSubject,
  modules: Modules,
  options: CheckSubjectOptions,
  { results }: CheckReport,
): Promise<readonly string[]> {
  const only = results.filter((result) =>
    result.verdict === "failed" && LENIENT_RULES.has(result.rule) && !isSlow(result)
  ).map(({ name }) => name);
  if (only.length === 0) return [];
  const checks = checksFor(subject, modules, options, { lenient: true, only });
  const again = await runChecks(checks, { concurrency: options.concurrency });
  return again.results.filter(({ verdict, notes }) => verdict === "passed" && notes)
    .map(({ name }) => name);
}

/** Skips what cannot apply, with the reason. A reason that names no check is a mistake of ours. */
function exclude(checks: readonly Check[], subject: SdkSubject): readonly Check[] {
  const excluded = new Map(Object.entries(subject.excluded ?? {}));
  const used = new Set<string>();
  const result = checks.map((check) => {
    const key = [check.name, check.rule].find((word) => excluded.has(word));
    if (key === undefined) return check;
    used.add(key);
    return { ...check, skip: excluded.get(key) };
  });
  for (const key of excluded.keys()) {
    if (!used.has(key)) throw new Error(`${nameOf(subject)} has no check "${key}" to exclude`);
  }
  return result;
}
