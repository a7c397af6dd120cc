import { modelChecks, runChecks } from "../../mod.ts";
import type { Check, CheckReport, ModelChecksOptions, RunChecksOptions } from "../../mod.ts";
import { isolated } from "./isolated.ts";
import type { Stray } from "./isolated.ts";
import { loadPackages } from "./load_packages.ts";
import { nameOf } from "./sdk_subject.ts";
import type { SdkSubject, Versions } from "./sdk_subject.ts";

/** The verdicts on a subject. */
export interface SubjectReport {
  /** The subject. */
  readonly subject: SdkSubject;
  /** The versions of its packages. */
  readonly versions: Versions;
  /** What became of its checks. */
  readonly report: CheckReport;
  /** What it did besides that no check asks about. */
  readonly stray: Stray;
}

/** How to check a subject. */
export interface CheckSubjectOptions {
  /** The versions to load; the newest of a package that is not among them. */
  readonly versions?: Versions | undefined;
  /** Called as each check ends. */
  readonly onResult?: RunChecksOptions["onResult"];
  /** How long an SDK may take to settle, in milliseconds. */
  readonly deadlineMs?: ModelChecksOptions["deadlineMs"];
}

/** Runs every check on a subject. */
export async function checkSubject(
  subject: SdkSubject,
  { versions: wanted, onResult, deadlineMs }: CheckSubjectOptions = {},
): Promise<SubjectReport> {
  const { result, stray } = await isolated(async () => {
    const { modules, versions } = await loadPackages(subject, wanted);
    const checks = modelChecks(subject.newModel(modules), subject.wire, { deadlineMs });
    const report = await runChecks(exclude(checks, subject), { onResult });
    return { subject, versions, report };
  });
  return { ...result, stray };
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
