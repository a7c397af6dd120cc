import { runContract } from "../../src/testing/contract/run_contract.ts";
import type { ContractCase } from "../../src/testing/contract/contract_case.ts";
import type { ContractReport } from "../../src/testing/contract/contract_report.ts";
import { traceStoreContract } from "../../src/testing/contract/trace_store_contract.ts";
import { ManualClock } from "../../src/testing/manual_clock.ts";
import type { Fault } from "./fault.ts";

/** How a faulty store is looked at. */
export interface RunOnOptions {
  /** Which cases to run; all of them if left out. */
  readonly filter?: (one: ContractCase) => boolean;
  /** How long a case may take, in milliseconds; what hangs takes all of it. */
  readonly timeoutMs?: number;
}

/** Faults that show only with a second handle or a reopening; the others are spared those cases. */
const NEEDS_MORE_REGEXP = /^(durable|peer|skew|none): /;

/** Faults that show only where clocks differ. */
const NEEDS_SKEW_REGEXP = /^(skew|none): /;

/** Runs the contract on a faulty store. */
export async function runOn(
  { name, open }: Fault,
  { filter, timeoutMs = 500 }: RunOnOptions = {},
): Promise<ContractReport> {
  const without = NEEDS_MORE_REGEXP.test(name)
    ? {}
    : { peer: "the fault is of one handle", reopen: "the fault is of one life" };
  const skewed = NEEDS_SKEW_REGEXP.test(name) ? undefined : "the fault is not of clocks";
  const cases = traceStoreContract(() => open(new ManualClock(Date.UTC(2026, 0, 1))), {
    stressMs: 1,
    timeoutMs,
    without: { ...without, skewed },
  });
  return await runContract(cases, { concurrency: cases.length, filter });
}

/** The names of the cases that a report says failed. */
export function failuresOf({ results }: ContractReport): readonly string[] {
  return results.filter(({ verdict }) => verdict === "failed").map(({ name }) => name);
}
