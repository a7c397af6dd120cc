import { shown } from "../shown.ts";
import type { EncodeOptions } from "./wire.ts";

const COUNTS = ["input", "output", "cacheRead", "cacheWrite"] as const;

/** The last moment that a date can tell, in seconds since 1970. */
const MAX_SECONDS = 8.64e12;

/**
 * Checks what a response shall say of itself.
 *
 * @throws {TypeError} If an option is of the wrong kind.
 */
export function checkEncodeOptions(options: EncodeOptions): void {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(
      `Cannot encode a turn as its options must be an object: got ${shown(options)}`,
    );
  }
  const { id, model, createdSeconds, usage } = options;
  for (const [name, value] of Object.entries({ id, model })) {
    if (value === undefined || typeof value === "string") continue;
    throw new TypeError(
      `Cannot encode a turn as its '${name}' must be a string: got ${shown(value)}`,
    );
  }
  const isTime = typeof createdSeconds === "number" && Math.abs(createdSeconds) <= MAX_SECONDS;
  if (createdSeconds !== undefined && !isTime) {
    throw new TypeError(
      "Cannot encode a turn as its 'createdSeconds' must be a number of seconds since 1970: " +
        `got ${shown(createdSeconds)}`,
    );
  }
  const fault = usage === undefined ? undefined : usageFault(usage, "the options");
  if (fault !== undefined) throw new TypeError(`Cannot encode a turn: ${fault}`);
}

/**
 * Finds out why a value is no usage that can be written.
 *
 * @param usage The value.
 * @param place Whose usage it is.
 * @returns A sentence, or `undefined` for one that can be.
 */
export function usageFault(usage: unknown, place: string): string | undefined {
  if (typeof usage !== "object" || usage === null) {
    return `The 'usage' of ${place} must be an object: it is ${shown(usage)}`;
  }
  const counts = usage as { readonly [name: string]: unknown };
  const wrong = COUNTS.find((name) => !Number.isFinite(counts[name]));
  if (wrong === undefined) return undefined;
  return `The '${wrong}' of the 'usage' of ${place} must be a number: it is ${
    shown(counts[wrong])
  }; for a turn without usage there is ZERO_USAGE`;
}
