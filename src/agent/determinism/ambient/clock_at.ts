import { patched, undoAll } from "./ambient.ts";
import type { Ambient } from "./ambient.ts";

/**
 * A clock that stands still: `Date.now()`, `new Date()`, `Date()` and `performance.now()`.
 *
 * @param name What a message calls it.
 * @param ms Where it stands, in milliseconds since 1970.
 */
export function clockAt(name: string, ms: number): Ambient {
  return {
    name,
    enter() {
      const RealDate = Date;
      const now = () => ms;
      const standing = new Proxy(RealDate, {
        construct: (target, args, newTarget) =>
          Reflect.construct(target, args.length === 0 ? [ms] : args, newTarget),
        apply: () => new RealDate(ms).toString(),
        get: (target, key) => key === "now" ? now : Reflect.get(target, key),
      });
      const undos = [
        patched(globalThis, "Date", standing),
        patched(RealDate.prototype, "constructor", standing),
        patched(performance, "now", () => ms % 1_000_000),
      ];
      return () => undoAll(undos);
    },
  };
}
