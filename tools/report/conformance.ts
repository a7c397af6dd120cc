import type { CheckResult, WireId } from "../../mod.ts";
import { isViolation } from "../../src/checks/violation.ts";
import type { Judged } from "../sdks/run_all.ts";
import type { SdkSubject, Versions } from "../sdks/sdk_subject.ts";

/** The verdict of one rule on one interface. */
export interface Verdict {
  /** The worst that a check of the rule came to; `absent` if it has none. */
  readonly kind: CheckResult["verdict"] | "absent";
  /** How many of the rule's checks failed. */
  readonly failed: number;
  /** How many were tried. */
  readonly tried: number;
  /**
   * Whether every failure is an explicit incomplete finish where an error is asked for, so that
   * `lenient: true` accepts it.
   */
  readonly isLenient: boolean;
}

/** A rule that an interface fails. */
export interface Failing {
  /** The rule. */
  readonly rule: string;
  /** The verdict. */
  readonly verdict: Verdict;
  /** The first check that failed. */
  readonly check: string;
  /** The names of the others, without the rule's. */
  readonly others: readonly string[];
  /** What was expected and what happened. */
  readonly sentence: string;
  /** The piece of the stream that shows it. */
  readonly excerpt: string | undefined;
}

/** Everything found out about one interface. */
export interface Column {
  /** Its letter in the table of its wire. */
  readonly key: string;
  /** The interface. */
  readonly subject: SdkSubject;
  /** The versions of its packages. */
  readonly versions: Versions;
  /** The verdicts by rule. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** The rules it fails. */
  readonly failing: readonly Failing[];
  /** What it did besides, in sentences. */
  readonly stray: readonly string[];
}

/** The interfaces that speak one wire. */
export interface WireGroup {
  /** The wire. */
  readonly wire: WireId;
  /** Its rules, in order. */
  readonly rules: readonly string[];
  /** The interfaces. */
  readonly columns: readonly Column[];
}

/** Arranges verdicts by wire. */
export function groupByWire(judged: readonly Judged[]): readonly WireGroup[] {
  const wires = [...new Set(judged.map(({ subject }) => subject.wire))];
  return wires.map((wire) => {
    const columns = toColumns(judged.filter(({ subject }) => subject.wire === wire));
    return { wire, rules: [...columns[0]!.verdicts.keys()], columns };
  });
}

/** Arranges verdicts side by side. */
export function toColumns(judged: readonly Judged[]): readonly Column[] {
  return judged.map(toColumn);
}

function toColumn({ subject, versions, report, lenient, stray }: Judged, at: number): Column {
  const byRule = new Map<string, CheckResult[]>();
  for (const result of report.results) {
    byRule.set(result.rule, [...byRule.get(result.rule) ?? [], result]);
  }
  const accepted = new Set(lenient);
  const verdicts = new Map(
    [...byRule].map(([rule, results]) => [rule, verdictOf(results, accepted)]),
  );
  return {
    key: String.fromCharCode("A".charCodeAt(0) + at),
    subject,
    versions,
    verdicts,
    failing: [...byRule].flatMap(([rule, results]) =>
      failingOf(rule, results, verdicts.get(rule)!)
    ),
    stray: strayOf(stray),
  };
}

function isBad({ verdict }: CheckResult): boolean {
  return verdict === "failed" || verdict === "broken";
}

/** The checks that cut at every byte are not tried again, and say what those at every event say. */
function verdictOf(results: readonly CheckResult[], lenient: ReadonlySet<string>): Verdict {
  const tried = results.filter(({ verdict }) => verdict !== "skipped");
  const bad = tried.filter(isBad);
  const order = ["broken", "failed", "passed", "skipped"] as const;
  const kind = order.find((word) => results.some(({ verdict }) => verdict === word)) ?? "absent";
  const again = bad.filter(({ name }) => !name.endsWith("cut at every byte"));
  const isLenient = again.length > 0 && again.every(({ name }) => lenient.has(name));
  return { kind, failed: bad.length, tried: tried.length, isLenient };
}

function failingOf(
  rule: string,
  results: readonly CheckResult[],
  verdict: Verdict,
): readonly Failing[] {
  const [first, ...others] = results.filter(isBad).sort((a, b) => lengthOf(a) - lengthOf(b));
  if (!first) return [];
  const { error, name } = first;
  const told = isViolation(error)
    ? { sentence: `Expected ${error.expected}, but ${error.actual}.`, excerpt: error.excerpt }
    : { sentence: `The check could not judge: ${error}.`, excerpt: undefined };
  return [{
    rule,
    verdict,
    check: name,
    others: others.map((other) => other.name.slice(rule.length + 2)),
    ...told,
  }];
}

/** The smallest failure is shown: the one whose stream, or else whose name, is the shortest. */
function lengthOf({ error, name }: CheckResult): number {
  return (isViolation(error) ? error.excerpt?.length ?? 0 : 0) + name.length / 1000;
}

function strayOf({ rejections }: Judged["stray"]): readonly string[] {
  if (rejections.length === 0) return [];
  const [first] = rejections;
  return [
    `It left ${rejections.length} promise rejections that nobody could handle, for instance: ${first}.`,
  ];
}

/** Shows a verdict in a few characters. */
export function showVerdict({ kind, failed, tried, isLenient }: Verdict): string {
  switch (kind) {
    case "passed":
      return "pass";
    case "failed":
      return `${isLenient ? "says so" : "FAIL"} ${failed}/${tried}`;
    case "broken":
      return `broken ${failed}/${tried}`;
    case "skipped":
    case "absent":
      return "n/a";
  }
}

/** The checks that were left out of an interface, with the reasons, each once. */
export function exclusionsOf({ excluded = {} }: SdkSubject): readonly string[] {
  const reasons = [...new Set(Object.values(excluded))];
  return reasons.map((reason) => {
    const checks = Object.entries(excluded).filter(([, why]) => why === reason).map(([check]) =>
      check
    );
    return `${reason}: ${checks.join("; ")}`;
  });
}
