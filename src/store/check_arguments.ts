import { shown } from "../shown.ts";
import type { Lease } from "./trace_store.ts";

/** @throws {RangeError} If the time of a lease is not positive and finite. */
export function checkTtl(ttlMs: number): void {
  if (Number.isFinite(ttlMs) && ttlMs > 0) return;
  throw new RangeError(
    `Cannot take a lease as 'ttlMs' must be positive: current value is ${shown(ttlMs)}`,
  );
}

/** @throws {RangeError} If a position is no whole number from 0. */
export function checkPosition(name: "after" | "expected", value: number | undefined): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= 0)) return;
  throw new RangeError(
    `Cannot use '${name}' as it must be a position, a whole number from 0: current value is ${
      shown(value)
    }`,
  );
}

/** @throws {RangeError} If a limit is no whole number from 1. */
export function checkLimit(limit: number): void {
  if (Number.isSafeInteger(limit) && limit >= 1) return;
  throw new RangeError(
    `Cannot list threads as 'limit' must be a whole number from 1: current value is ${
      shown(limit)
    }`,
  );
}

/** @throws {RangeError} If an option that is a time is not positive and finite. */
export function checkMs(name: string, value: number | undefined): void {
  if (value === undefined || (Number.isFinite(value) && value > 0)) return;
  throw new RangeError(
    `Cannot open the store as '${name}' must be positive: current value is ${shown(value)}`,
  );
}

/** @throws {TypeError} If a clock is none. */
export function checkClock(clock: unknown): void {
  checkMethods("clock", "a clock", clock, ["now", "sleep"]);
}

/**
 * Copies a lease as it was when it was handed over, as whoever has it may change it while a store waits.
 *
 * @throws {TypeError} If it has not the form of one.
 */
export function heldLease(lease: Lease): Lease {
  const { thread, owner, token, expiresAt } = Object(lease) as Lease;
  if (typeof thread === "string" && typeof token === "string") {
    return { thread, owner, token, expiresAt };
  }
  throw new TypeError(
    `Cannot go on as 'lease' must be what acquire() gave: current value is ${shown(lease)}`,
  );
}

/** @throws {TypeError} If a value cannot be gone through. */
export function checkIterable(what: string, of: string, value: unknown): void {
  const { [Symbol.iterator]: sync, [Symbol.asyncIterator]: later } = Object(value) as
    & Partial<Iterable<unknown>>
    & Partial<AsyncIterable<unknown>>;
  if (typeof sync === "function" || typeof later === "function") return;
  throw new TypeError(
    `Cannot load as ${what} must be an iterable of ${of}: current value is ${shown(value)}`,
  );
}

/** The methods by which a trace store is told from anything else. */
const STORE_METHODS = ["append", "read", "readBackwards", "load", "acquire"] as const;

/** @throws {TypeError} If a value is no trace store. */
export function checkStore(name: string, store: unknown): void {
  checkMethods(name, "a trace store", store, STORE_METHODS);
}

/** @throws {TypeError} If a value lacks one of the methods by which such a thing is told. */
export function checkMethods(
  name: string,
  what: string,
  value: unknown,
  methods: readonly string[],
): void {
  const has = Object(value) as Record<string, unknown>;
  const missing = methods.find((method) => typeof has[method] !== "function");
  if (missing === undefined) return;
  throw new TypeError(
    `Cannot use '${name}' as it must be ${what}, with a method '${missing}': current value is ${
      shown(value)
    }`,
  );
}
