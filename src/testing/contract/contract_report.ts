import type { ContractCase, ContractLevel } from "./contract_case.ts";

/**
 * What became of a case: `excluded`, if it fails as it is known to; `excluded-but-passes`, if it does not any more, which
 * counts as a failure.
 */
export type ContractVerdict =
  | "passed"
  | "failed"
  | "skipped"
  | "excluded"
  | "excluded-but-passes";

/** What became of one case. */
export interface ContractResult {
  /** The case's name. */
  readonly name: string;
  /** What part of the contract it is about. */
  readonly area: ContractCase["area"];
  /** Whose case it is. */
  readonly level: ContractLevel;
  /** What became of it. */
  readonly verdict: ContractVerdict;
  /** How long it took, in milliseconds. */
  readonly durationMs: number;
  /** If it failed: what was expected and what was found, as a sentence. */
  readonly message?: string | undefined;
  /** If it failed: what was thrown. */
  readonly error?: unknown;
  /** Why it was skipped or excluded. */
  readonly reason?: string | undefined;
  /** Where a store was seen to fail it in public. */
  readonly seen?: string | undefined;
}

/** What became of a contract. */
export interface ContractReport {
  /** True if nothing failed, no excluded case passes, and at least one case passed. */
  readonly ok: boolean;
  /** How many cases there are of each verdict. */
  readonly counts: { readonly [Verdict in ContractVerdict]: number };
  /** One result per case, in the order of the list. */
  readonly results: readonly ContractResult[];
}

/** Makes a report of results. */
export function reportOf(results: readonly ContractResult[]): ContractReport {
  const counts = { passed: 0, failed: 0, skipped: 0, excluded: 0, "excluded-but-passes": 0 };
  for (const { verdict } of results) counts[verdict]++;
  const ok = counts.passed > 0 && counts.failed + counts["excluded-but-passes"] === 0;
  return { ok, counts, results };
}
