import { ContractViolation } from "../../mod.ts";
import type { CheckResult } from "../../mod.ts";
import { isViolation } from "../../src/checks/violation.ts";
import type { SubjectVerdicts } from "./check_subject.ts";
import type { Versions } from "./sdk_subject.ts";

/** The verdicts on a subject in one version. */
export interface SubjectReport extends SubjectVerdicts {
  /** The versions of its packages. */
  readonly versions: Versions;
}

/** Writes a report as JSON, to pass it from one process to another. */
export function writeSubjectReport({ report, ...others }: SubjectReport): string {
  const results = report.results.map(({ error, ...result }) => ({
    ...result,
    ...(isViolation(error) ? { violation: error.parts() } : {}),
    ...(error !== undefined && !isViolation(error) ? { thrown: String(error) } : {}),
  }));
  return JSON.stringify(
    { ...others, report: { ...report, results } },
    (key, value) => key === "cause" ? undefined : value,
  );
}

type WrittenResult = CheckResult & {
  readonly violation?: ConstructorParameters<typeof ContractViolation>[0];
  readonly thrown?: string;
};

/** Reads what {@linkcode writeSubjectReport} wrote. */
export function readSubjectReport(text: string): SubjectReport {
  const { report, ...others } = JSON.parse(text);
  const results = report.results.map(({ violation, thrown, ...result }: WrittenResult) => ({
    ...result,
    ...(violation ? { error: new ContractViolation(violation) } : {}),
    ...(thrown === undefined ? {} : { error: thrown }),
  }));
  return { ...others, report: { ...report, results } };
}
