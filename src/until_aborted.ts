/**
 * Waits for a value, but no longer than until a signal aborts. Who makes the value goes on; what it throws later is
 * swallowed.
 *
 * @param value The value, or what will give it.
 * @param signal The signal.
 * @throws The reason of the signal.
 */
export async function untilAborted<T>(
  value: T | PromiseLike<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (signal === undefined) return await value;
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  const result = Promise.race([value, aborted]);
  try {
    signal.throwIfAborted();
    return await result;
  } catch (error) {
    result.catch(() => {});
    throw error;
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
