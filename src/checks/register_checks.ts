import { requireChecks } from "./arguments.ts";
import type { Check } from "./check.ts";

/** A function that registers a test: `Deno.test`, `test` of `node:test`, `bun:test` or vitest. */
export interface RegisterTest {
  /** Registers a test. */
  (name: string, run: () => Promise<void>): unknown;
  /** Registers a test that does not apply. `Deno.test` names it `ignore`, the others `skip`. */
  readonly skip?: ((name: string, run: () => Promise<void>) => unknown) | undefined;
  /** Registers a test that does not apply. */
  readonly ignore?: ((name: string, run: () => Promise<void>) => unknown) | undefined;
}

/**
 * Registers checks as tests, one each. A skipped check is registered as skipped, with its reason in
 * the name; a runner that can skip nothing gets nothing for it.
 *
 * @example With any runner
 * ```ts
 * import { registerChecks } from "@wholeturn/wholeturn";
 * import { assertEquals } from "@std/assert";
 *
 * const names: string[] = [];
 * const checks = [{ rule: "mine", name: "mine: holds", run: () => Promise.resolve() }];
 * registerChecks(checks, (name) => names.push(name));
 * assertEquals(names, ["mine: holds"]);
 * ```
 *
 * @param checks The checks.
 * @param test The runner's function, for instance `Deno.test`.
 * @throws {TypeError} If `test` is no function, or `checks` is no list of checks.
 * @throws {RangeError} If there are no checks.
 */
export function registerChecks(checks: readonly Check[], test: RegisterTest): void {
  if (typeof test !== "function") {
    throw new TypeError(
      "Cannot register checks as 'test' must be a function of a name and a function, for instance " +
        `Deno.test: current value is ${typeof test}`,
    );
  }
  requireChecks("register", checks);
  for (const { name, skip, run } of checks) {
    if (skip === undefined) test(name, run);
    else (test.skip ?? test.ignore ?? skipped)(`${name} (skipped: ${skip})`, run);
  }
}

function skipped(): void {
  // There is nothing to run.
}
