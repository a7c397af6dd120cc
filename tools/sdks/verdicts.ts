import type { CheckReport, CheckResult } from "../../mod.ts";

/** The verdict of each rule, by its id. */
export type RuleVerdicts = Readonly<Record<string, CheckResult["verdict"]>>;

const WORST_FIRST = ["broken", "failed", "passed", "skipped"] as const;

/** Gives the worst verdict of each rule. */
export function verdictsOf({ results }: CheckReport): RuleVerdicts {
  const verdicts: Record<string, CheckResult["verdict"]> = {};
  for (const { rule, verdict } of results) {
    const before = verdicts[rule];
    const isWorse = before === undefined ||
      WORST_FIRST.indexOf(verdict) < WORST_FIRST.indexOf(before);
    if (isWorse) verdicts[rule] = verdict;
  }
  return verdicts;
}

/** Says where verdicts differ from those recorded, one line each. */
export function differences(
  name: string,
  recorded: RuleVerdicts | undefined,
  found: RuleVerdicts,
): readonly string[] {
  const rules = [...new Set([...Object.keys(recorded ?? {}), ...Object.keys(found)])];
  return rules.filter((rule) => recorded?.[rule] !== found[rule]).map((rule) =>
    `${name}: ${rule} was ${recorded?.[rule] ?? "absent"} and is ${found[rule] ?? "absent"}`
  );
}
