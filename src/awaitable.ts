/**
 * What is there, or will be. On the way of every request it matters: each `await`, and each `async` function, puts the
 * rest off to another turn of the queue and makes objects for that.
 */
export type Awaitable<T> = T | Promise<T>;

/**
 * Goes on with a value: at once, if it is there.
 *
 * @param value The value.
 * @param next What is done with it.
 */
export function andThen<T, U>(
  value: Awaitable<T>,
  next: (value: T) => Awaitable<U>,
): Awaitable<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/**
 * Does what may fail, at once or later.
 *
 * @param attempt What is done.
 * @param onError Told what it failed with; what this gives or throws stands for it.
 */
export function orElse<T>(
  attempt: () => Awaitable<T>,
  onError: (error: unknown) => Awaitable<T>,
): Awaitable<T> {
  try {
    const made = attempt();
    return made instanceof Promise ? made.catch(onError) : made;
  } catch (error) {
    return onError(error);
  }
}
