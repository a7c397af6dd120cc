/** A spy or stub that is used wrongly. */
export class MockError extends Error {
  override name = "MockError";
}

/** Makes a function that returns its `this`. */
export function returnsThis<Self, Args extends unknown[]>(): (this: Self, ...args: Args) => Self {
  return function (this: Self): Self {
    return this;
  };
}

/** Makes a function that returns its arguments. */
export function returnsArgs<Self, Args extends unknown[]>(): (this: Self, ...args: Args) => Args {
  return (...args) => args;
}

/** Makes a function that returns the values in turn; an `Error` is thrown. */
export function returnsNext<Return, Self = unknown, Args extends unknown[] = unknown[]>(
  values: Iterable<Return | Error>,
): (this: Self, ...args: Args) => Return {
  const iterator = values[Symbol.iterator]();
  let calls = 0;
  return () => {
    const next = iterator.next();
    if (next.done) {
      throw new MockError(`Not expected to be called more than ${calls} time(s)`);
    }
    calls++;
    if (next.value instanceof Error) throw next.value;
    return next.value;
  };
}
