import { broken } from "./expectations.ts";

/** The `rule` of the violation of a case that is excluded and passes. */
export const EXCEPT_RULE = "except";

/**
 * Runs a case that is known to fail.
 *
 * @throws {ContractViolation} If it passes.
 */
export async function runExcluded(name: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch {
    return;
  }
  throw broken(
    `the case to fail, as it is excluded`,
    `it passes: take it out of 'except'`,
  ).with({ rule: EXCEPT_RULE, replay: name });
}

/** Gives the reason a name has, if any. */
export function reasonFor(
  name: string,
  reasons: Readonly<Record<string, string>> | undefined,
): string | undefined {
  return reasons !== undefined && Object.hasOwn(reasons, name) ? reasons[name] : undefined;
}
