import type { ContractViolation } from "../../checks/violation.ts";
import { TIMED_OUT, withDeadline } from "../../clock.ts";
import { ALL_CASES } from "./all_cases.ts";
import type { CaseSpec } from "./case_spec.ts";
import type {
  Capability,
  ContractCase,
  OpenStore,
  TraceStoreContractOptions,
} from "./contract_case.ts";
import { requireContract } from "./contract_options.ts";
import { reasonFor, runExcluded } from "./excluded.ts";
import { broken } from "./expectations.ts";
import { Lab } from "./lab.ts";
import type { LabTimes } from "./lab.ts";
import { asViolation } from "./violation_of.ts";

/**
 * Gives the contract of trace stores as a list of cases, for any test runner and for none.
 *
 * @example Run it without a test runner
 * ```ts
 * import { MemoryTraceStore, runContract, traceStoreContract } from "@wholeturn/wholeturn/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const open = () => ({ store: new MemoryTraceStore() });
 * const report = await runContract(traceStoreContract(open, { level: "seed" }));
 * assertEquals([report.ok, report.counts.passed], [true, 43]);
 * ```
 *
 * @param open Opens an empty store; each case opens one of its own.
 * @param options What to check.
 * @throws {TypeError} If an argument is not of the kind it should be.
 * @throws {RangeError} If a time is not positive, or `except` names a case that there is not.
 */
export function traceStoreContract(
  open: OpenStore,
  options: TraceStoreContractOptions = {},
): readonly ContractCase[] {
  requireContract(open, options, ALL_CASES);
  const { level = "strict" } = options;
  return ALL_CASES.filter((spec) => level === "strict" || spec.level === "seed")
    .map((spec) => caseOf(spec, open, options));
}

function caseOf(
  spec: CaseSpec,
  open: OpenStore,
  options: TraceStoreContractOptions,
): ContractCase {
  const { name, area, level, seen, needs } = spec;
  const { leaseMs = 100, stressMs = 300, timeoutMs: ownMs = 20_000 } = options;
  const timeoutMs = ownMs + stressMs;
  const excluded = reasonFor(name, options.except);
  const skip = needs === undefined ? undefined : whySkipped(needs, options.without);
  const run = () => runCase(spec, open, { leaseMs, stressMs }, timeoutMs);
  return {
    name,
    area,
    level,
    timeoutMs,
    ...(seen !== undefined && { seen }),
    ...(skip !== undefined && { skip }),
    ...(excluded !== undefined && { excluded }),
    run: excluded === undefined ? run : () => runExcluded(name, run),
  };
}

/** Says why a case does not apply, if the store lacks what it needs. */
function whySkipped(
  needs: Capability,
  without: TraceStoreContractOptions["without"] = {},
): string | undefined {
  // A skewed handle is a second handle.
  const lacking = needs === "skewed" && without.skewed === undefined ? "peer" : needs;
  const reason = without[lacking];
  return reason === undefined ? undefined : `no ${lacking}(): ${reason}`;
}

async function runCase(
  spec: CaseSpec,
  open: OpenStore,
  times: LabTimes,
  timeoutMs: number,
): Promise<void> {
  let lab: Lab | undefined;
  let failure: ContractViolation | undefined;
  let isOver = false;
  async function tryStore(): Promise<void> {
    lab = await Lab.open(open, times);
    // One that opens when nobody waits any more is closed, and that is all.
    if (isOver) await lab.close();
    else await spec.test(lab);
  }
  try {
    if (await withDeadline(timeoutMs, tryStore()) === TIMED_OUT) throw hung(lab, timeoutMs);
  } catch (error) {
    failure = asViolation(error, spec.name, lab?.rejectedWith(error));
  }
  isOver = true;
  try {
    await lab?.close();
  } catch (error) {
    failure ??= asViolation(error, spec.name);
  }
  if (failure !== undefined) throw failure;
}

function hung(lab: Lab | undefined, timeoutMs: number): ContractViolation {
  const where = lab === undefined ? "open()" : lab.pending.join(", ");
  const what = where === "" ? "the case" : where;
  return broken(`an answer within ${timeoutMs} ms`, `there was none from ${what}`);
}
