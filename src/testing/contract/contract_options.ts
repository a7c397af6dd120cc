import { nearestWord, requireKnownOptions } from "../../known_options.ts";
import type { OptionNames } from "../../known_options.ts";
import { shown } from "../../shown.ts";
import type { Capability, TraceStoreContractOptions } from "./contract_case.ts";

const OPTIONS: OptionNames<TraceStoreContractOptions> = {
  level: true,
  leaseMs: true,
  stressMs: true,
  timeoutMs: true,
  except: true,
  without: true,
};

const CAPABILITIES: OptionNames<Record<Capability, string>> = {
  peer: true,
  skewed: true,
  reopen: true,
};

const ACTION = "check the store";

/**
 * Makes sure that the arguments of a contract are what they should be.
 *
 * @throws {TypeError} If one is of the wrong kind.
 * @throws {RangeError} If a time is not positive, or `except` names a case that there is not.
 */
export function requireContract(
  open: unknown,
  options: TraceStoreContractOptions,
  cases: readonly { readonly name: string }[],
): void {
  if (typeof open !== "function") {
    throw new TypeError(
      `Cannot check the store as 'open' must be a function that gives { store }: current value is ${
        shown(open)
      }`,
    );
  }
  requireKnownOptions(ACTION, options, OPTIONS);
  const { level, leaseMs, stressMs, timeoutMs, except, without } = options;
  if (level !== undefined && level !== "seed" && level !== "strict") {
    throw new TypeError(
      `Cannot check the store as 'level' must be "seed" or "strict": current value is ${
        shown(level)
      }`,
    );
  }
  requireTimes(ACTION, { leaseMs, stressMs, timeoutMs });
  if (except !== undefined) requireReasons(ACTION, "except", except);
  if (without !== undefined) requireReasons(ACTION, "without", without);
  if (without !== undefined) requireKnownOptions(ACTION, without, CAPABILITIES);
  requireKnownCases(ACTION, Object.keys(except ?? {}), cases.map(({ name }) => name));
}

/**
 * Makes sure that times are times.
 *
 * @param action What cannot be done otherwise, to stand after "Cannot".
 * @throws {RangeError} If one is not positive.
 */
export function requireTimes(
  action: string,
  times: Readonly<Record<string, number | undefined>>,
): void {
  for (const [name, ms] of Object.entries(times)) {
    if (ms === undefined || (Number.isFinite(ms) && ms > 0)) continue;
    throw new RangeError(
      `Cannot ${action} as '${name}' must be a positive number of milliseconds: ` +
        `current value is ${shown(ms)}`,
    );
  }
}

/**
 * Makes sure that an option gives a reason for each name it has.
 *
 * @param action What cannot be done otherwise, to stand after "Cannot".
 * @throws {TypeError} If it does not.
 */
export function requireReasons(action: string, option: string, reasons: unknown): void {
  const isRecord = typeof reasons === "object" && reasons !== null && !Array.isArray(reasons);
  const texts = isRecord ? Object.values(reasons) : [0];
  const isReason = (text: unknown) => typeof text === "string" && text !== "";
  if (texts.every((text) => text === undefined || isReason(text))) return;
  throw new TypeError(
    `Cannot ${action} as '${option}' must be an object with a reason, a text, for each name`,
  );
}

/**
 * Makes sure that the names of cases are names of cases.
 *
 * @param action What cannot be done otherwise, to stand after "Cannot".
 * @throws {RangeError} If there is no case of one.
 */
export function requireKnownCases(
  action: string,
  names: readonly string[],
  known: readonly string[],
): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const near = nearestWord(unknown, known);
  throw new RangeError(
    `Cannot ${action} as 'except' names a case that there is not: ${shown(unknown)}` +
      (near === undefined ? "" : `, did you mean ${shown(near)}?`),
  );
}
