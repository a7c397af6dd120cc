/**
 * One check, as data: no test runner is needed to run it, and any can.
 *
 * @example Under `Deno.test`
 * ```ts ignore
 * for (const check of modelChecks(newModel, "openai-chat")) Deno.test(check.name, check.run);
 * ```
 */
export interface Check {
  /** The id of the rule it checks; stable, listed in `docs/rules.md`. */
  readonly rule: string;
  /** The rule and the case, unique within a list. */
  readonly name: string;
  /**
   * Runs the check.
   *
   * @throws {ContractViolation} If the adapter breaks the rule.
   * @throws {TypeError} If what was given to check is no adapter.
   */
  readonly run: () => Promise<void>;
  /** What the last run has to say besides its verdict, such as where it was lenient. */
  readonly notes?: readonly string[] | undefined;
  /** Why the check does not apply; then `run` need not be called. */
  readonly skip?: string | undefined;
}
