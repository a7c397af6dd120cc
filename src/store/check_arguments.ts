import { shown } from "../shown.ts";

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
  const has = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const missing = methods.find((method) => typeof has[method] !== "function");
  if (missing === undefined) return;
  throw new TypeError(
    `Cannot use '${name}' as it must be ${what}, with a method '${missing}': current value is ${
      shown(value)
    }`,
  );
}
