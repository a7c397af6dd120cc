import { shown } from "../../shown.ts";

/**
 * Makes sure that a generator without options is given none: they would be passed over in silence.
 *
 * @param name What it is called.
 * @param given What it was given.
 * @throws {TypeError} If that is anything.
 */
export function withoutOptions(name: string, given: readonly unknown[]): void {
  if (given.length === 0) return;
  throw new TypeError(
    `Cannot use the options of 'generators.${name}()' as it has none: current value is ${
      shown(given[0])
    }`,
  );
}
