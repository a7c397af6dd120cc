import { patched, undoAll } from "./ambient.ts";
import type { Ambient } from "./ambient.ts";

/**
 * A clock that stands still: `Date.now()`, `new Date()`, `Date()`, `performance.now()` and, where there is one,
 * `Temporal.Now`.
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
        ...patchedTemporal(ms),
      ];
      return () => undoAll(undos);
    },
  };
}

/** What is used of `Temporal`, which not every runtime has. */
interface TemporalLike {
  readonly Now: { timeZoneId(): string };
  readonly Instant: {
    fromEpochMilliseconds(ms: number): { toZonedDateTimeISO(zone: unknown): ZonedLike };
  };
}

interface ZonedLike {
  toPlainDateTime(): unknown;
  toPlainDate(): unknown;
  toPlainTime(): unknown;
}

function patchedTemporal(ms: number): (() => void)[] {
  const { Temporal: temporal } = globalThis as { readonly Temporal?: TemporalLike };
  if (temporal === undefined) return [];
  const instant = () => temporal.Instant.fromEpochMilliseconds(ms);
  const zoned = (zone: unknown = temporal.Now.timeZoneId()) => instant().toZonedDateTimeISO(zone);
  const members = {
    instant,
    zonedDateTimeISO: zoned,
    plainDateTimeISO: (zone?: unknown) => zoned(zone).toPlainDateTime(),
    plainDateISO: (zone?: unknown) => zoned(zone).toPlainDate(),
    plainTimeISO: (zone?: unknown) => zoned(zone).toPlainTime(),
  };
  return Object.entries(members).map(([name, value]) => patched(temporal.Now, name, value));
}
