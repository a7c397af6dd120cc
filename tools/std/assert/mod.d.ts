/** The types of `@std/assert`, by hand: the npm package has none. */

/** What a failed assertion throws. */
export class AssertionError extends Error {
  /**
   * @param message What failed.
   * @param options The cause, where there is one.
   */
  constructor(message: string, options?: ErrorOptions);
}

/** A class, also an abstract one, whose instances are `T`. */
export type AbstractConstructor<T> = abstract new (...args: never[]) => T;

/** Anything with a length and numbered elements. */
export type ArrayLikeArg<T> = ArrayLike<T> & object;

/** Fails if `expr` is falsy. */
export function assert(expr: unknown, msg?: string): asserts expr;
/** Fails if `expr` is truthy. */
export function assertFalse(
  expr: unknown,
  msg?: string,
): asserts expr is false | 0 | 0n | "" | null | undefined;
/** Fails unless both are deeply equal. */
export function assertEquals<T>(actual: T, expected: T, msg?: string): void;
/** Fails if both are deeply equal. */
export function assertNotEquals<T>(actual: T, expected: T, msg?: string): void;
/** Fails unless both are the same by `Object.is`. */
export function assertStrictEquals<T>(
  actual: unknown,
  expected: T,
  msg?: string,
): asserts actual is T;
/** Fails if both are the same by `Object.is`. */
export function assertNotStrictEquals<T>(actual: T, expected: T, msg?: string): void;
/** Fails unless the numbers differ by at most `tolerance`; by default one ten millionth of `expected`. */
export function assertAlmostEquals(
  actual: number,
  expected: number,
  tolerance?: number,
  msg?: string,
): void;
/** Fails unless every element of `expected` is in `actual`. */
export function assertArrayIncludes<T>(
  actual: ArrayLikeArg<T>,
  expected: ArrayLikeArg<T>,
  msg?: string,
): void;
/** Fails if `actual` is `null` or `undefined`. */
export function assertExists<T>(actual: T, msg?: string): asserts actual is NonNullable<T>;
/** Fails unless `actual > expected`. */
export function assertGreater<T>(actual: T, expected: T, msg?: string): void;
/** Fails unless `actual >= expected`. */
export function assertGreaterOrEqual<T>(actual: T, expected: T, msg?: string): void;
/** Fails unless `actual < expected`. */
export function assertLess<T>(actual: T, expected: T, msg?: string): void;
/** Fails unless `actual <= expected`. */
export function assertLessOrEqual<T>(actual: T, expected: T, msg?: string): void;
/** Fails unless `actual` is an instance of `expectedType`. */
export function assertInstanceOf<T>(
  actual: unknown,
  expectedType: AbstractConstructor<T>,
  msg?: string,
): asserts actual is T;
/** Fails if `actual` is an instance of `unexpectedType`. */
export function assertNotInstanceOf<A, T>(
  actual: A,
  unexpectedType: AbstractConstructor<T>,
  msg?: string,
): asserts actual is Exclude<A, T>;
/** Fails unless `error` is an `Error`, of that class, with that text in its message. */
export function assertIsError<E extends Error = Error>(
  error: unknown,
  ErrorClass?: AbstractConstructor<E>,
  msgMatches?: string | RegExp,
  msg?: string,
): asserts error is E;
/** Fails unless `actual` matches. */
export function assertMatch(actual: string, expected: RegExp, msg?: string): void;
/** Fails if `actual` matches. */
export function assertNotMatch(actual: string, expected: RegExp, msg?: string): void;
/** Fails unless `actual` holds at least what `expected` holds, at every depth. */
export function assertObjectMatch(
  actual: Record<PropertyKey, unknown>,
  expected: Record<PropertyKey, unknown>,
  msg?: string,
): void;
/** Fails unless `actual` contains `expected`. */
export function assertStringIncludes(actual: string, expected: string, msg?: string): void;
/** Fails unless `fn` throws. Returns what it threw. */
export function assertThrows(fn: () => unknown, msg?: string): unknown;
/** Fails unless `fn` throws an `ErrorClass` with `msgIncludes` in its message. Returns the error. */
export function assertThrows<E extends Error = Error>(
  fn: () => unknown,
  ErrorClass: AbstractConstructor<E>,
  msgIncludes?: string,
  msg?: string,
): E;
/** Fails unless the promise of `fn` rejects. Resolves to the reason. A synchronous throw fails too. */
export function assertRejects(fn: () => PromiseLike<unknown>, msg?: string): Promise<unknown>;
/** Fails unless the promise of `fn` rejects with an `ErrorClass` with `msgIncludes` in its message. */
export function assertRejects<E extends Error = Error>(
  fn: () => PromiseLike<unknown>,
  ErrorClass: AbstractConstructor<E>,
  msgIncludes?: string,
  msg?: string,
): Promise<E>;
/** Tells whether both are deeply equal. */
export function equal(a: unknown, b: unknown): boolean;
/** Fails. */
export function fail(msg?: string): never;
/** Fails: code that is not written yet was reached. */
export function unimplemented(msg?: string): never;
/** Fails: code that cannot be reached was reached. */
export function unreachable(msg?: string): never;
