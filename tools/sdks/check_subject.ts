import { modelChecks, runChecks } from "../../mod.ts";
import type { ReportColumn, RunChecksOptions } from "../../mod.ts";
import { loadPackages } from "./load_packages.ts";
import type { SdkSubject, Versions } from "./sdk_subject.ts";

/** Runs every check on a subject. */
export async function checkSubject(
  subject: SdkSubject,
  wanted?: Versions,
  onResult?: RunChecksOptions["onResult"],
): Promise<ReportColumn> {
  const { modules, versions } = await loadPackages(subject, wanted);
  const checks = modelChecks(subject.newModel(modules), subject.wire);
  const report = await runChecks(checks, { onResult });
  const packages = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
  return { name: [...packages, subject.api].join(" "), report };
}
