/** Something around a program that a build must not depend on, and how to change it for the time of a build. */
export interface Ambient {
  /** What a message calls it: "another clock". */
  readonly name: string;
  /**
   * Changes it.
   *
   * @returns Puts it back. What it says then, if anything, is a complaint: "it fetched …".
   */
  enter(): () => string | undefined | void;
}

/**
 * Puts a value in place of a member for a time.
 *
 * @param target Whose member it is.
 * @param name The member.
 * @param value The value.
 * @returns Puts the old one back.
 */
export function patched(target: object, name: PropertyKey, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, {
    value,
    configurable: true,
    writable: true,
    enumerable: before?.enumerable ?? false,
  });
  return () => {
    if (before === undefined) Reflect.deleteProperty(target, name);
    else Object.defineProperty(target, name, before);
  };
}

/** Puts back what was changed, the last first. */
export function undoAll(undos: readonly (() => void)[]): void {
  for (const undo of [...undos].reverse()) undo();
}
