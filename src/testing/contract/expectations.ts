import { ContractViolation } from "../../checks/violation.ts";
import { showValue } from "../../checks/show_value.ts";
import { isTraceStoreError } from "../../store/trace_store_error.ts";
import type {
  TraceStoreError,
  TraceStoreErrorCode,
  TraceStoreErrorInfo,
} from "../../store/trace_store_error.ts";
import { differenceOf } from "./difference.ts";

/** What a violation is attributed to until its case is known. */
const ANY_CASE = "trace-store";

/** A store broke the contract. */
export function broken(expected: string, actual: string, cause?: unknown): ContractViolation {
  return new ContractViolation({ rule: ANY_CASE, expected, actual, cause });
}

/** How much of a message is shown, in characters: a driver may put a whole statement into one. */
const MESSAGE_CHARS = 500;

/** Says what was thrown, be it what it may. */
export function thrownText(error: unknown): string {
  try {
    if (isTraceStoreError(error)) return excerptOf(`${error.code}: ${error.message}`);
    if (error instanceof Error) return excerptOf(`${error.name}: ${error.message}`);
    return showValue(error);
  } catch {
    return "something that cannot be looked at";
  }
}

/** Gives the refusal that a store threw; undefined for anything else, also for what does not let itself be looked at. */
export function refusalOf(error: unknown, code?: TraceStoreErrorCode): TraceStoreError | undefined {
  try {
    return isTraceStoreError(error, code) ? error : undefined;
  } catch {
    return undefined;
  }
}

/** Tells what the guard threw, as an answer had not the shape it should have. */
function isOwnViolation(error: unknown): error is ContractViolation {
  try {
    return error instanceof ContractViolation;
  } catch {
    return false;
  }
}

function excerptOf(text: string): string {
  return text.length > MESSAGE_CHARS ? `${text.slice(0, MESSAGE_CHARS)}...` : text;
}

/**
 * Makes sure that a value is as expected: leaves by `Object.is`, members whatever their order.
 *
 * @param what The value, to stand after "Expected".
 */
export function expectEqual(actual: unknown, expected: unknown, what: string): void {
  const difference = differenceOf(actual, expected);
  if (difference === undefined) return;
  const { path, expected: due, actual: found } = difference;
  const place = path === "" ? "" : ` at ${path}`;
  throw broken(`${what} to be ${due}${place}`, `it was ${found}`);
}

/** Makes sure that something holds. */
export function expectThat(holds: boolean, expected: string, actual: string): void {
  if (!holds) throw broken(expected, actual);
}

/**
 * Makes sure that a store refuses something, and how.
 *
 * @param what What it must refuse, to stand after "Expected".
 * @param code With which code.
 * @param attempt Attempts it.
 * @returns What else the refusal tells.
 */
export async function expectRefusal(
  what: string,
  code: TraceStoreErrorCode,
  attempt: () => Promise<unknown>,
): Promise<TraceStoreErrorInfo> {
  try {
    await attempt();
  } catch (error) {
    const refusal = refusalOf(error, code);
    if (refusal !== undefined) return refusal.info ?? {};
    throw broken(
      `${what} to be refused with a TraceStoreError ${code}`,
      // What is no answer was an answer.
      isOwnViolation(error) ? `it was taken: ${error.actual}` : `it threw ${thrownText(error)}`,
      error,
    );
  }
  throw broken(`${what} to be refused with a TraceStoreError ${code}`, "it was taken");
}

/** Makes sure that a store takes an argument for what it is: none. */
export async function expectRangeError(
  what: string,
  attempt: () => Promise<unknown>,
): Promise<void> {
  try {
    await attempt();
  } catch (error) {
    if (nameOf(error) === "RangeError") return;
    throw broken(`${what} to be refused with a RangeError`, `it threw ${thrownText(error)}`, error);
  }
  throw broken(`${what} to be refused with a RangeError`, "it was taken");
}

function nameOf(error: unknown): unknown {
  try {
    return (error as { name?: unknown } | null | undefined)?.name;
  } catch {
    return undefined;
  }
}

/** Makes sure that a promise rejects with a value, as an aborted one does with its reason. */
export async function expectReason(
  what: string,
  reason: unknown,
  attempt: () => Promise<unknown>,
): Promise<void> {
  try {
    await attempt();
  } catch (error) {
    if (error === reason) return;
    throw broken(`${what} to reject with the signal's reason`, `it threw ${thrownText(error)}`);
  }
  throw broken(`${what} to reject with the signal's reason`, "it did not reject");
}
