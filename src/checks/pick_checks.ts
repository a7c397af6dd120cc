import type { Check } from "./check.ts";

/**
 * Picks checks out of a list.
 *
 * @param checks The list.
 * @param only Rules and names of checks; all checks if left out.
 * @throws {TypeError} If `only` is no list.
 * @throws {RangeError} If it is empty, or one of them is neither; the message names the rules.
 */
export function pickChecks(
  checks: readonly Check[],
  only: readonly string[] | undefined,
): readonly Check[] {
  if (only === undefined) return checks;
  if (!Array.isArray(only)) {
    throw new TypeError(
      "Cannot pick checks as 'only' must be a list of rules and names of checks: " +
        `current value is ${JSON.stringify(only)}`,
    );
  }
  const known = () => [...new Set(checks.map(({ rule }) => rule))].join(", ");
  if (only.length === 0) {
    throw new RangeError(
      `Cannot pick checks as 'only' is empty: name checks, or rules of: ${known()}`,
    );
  }
  const unknown = only.find((key) =>
    !checks.some(({ rule, name }) => key === rule || key === name)
  );
  if (unknown !== undefined) {
    throw new RangeError(
      `Cannot pick the check "${unknown}" as it is neither a name nor one of: ${known()}`,
    );
  }
  return checks.filter(({ rule, name }) => only.includes(rule) || only.includes(name));
}

/** Says how to run one check alone. */
export function replayOf(name: string): string {
  return `pass { only: [${JSON.stringify(name)}] }`;
}
