import { type OptionNames, requireKnownOptions } from "../../known_options.ts";
import type { Clock } from "../../clock.ts";
import { checkClock, checkMs } from "../check_arguments.ts";
import { shown } from "../../shown.ts";

/** Options of {@linkcode SqliteTraceStore}. */
export interface SqliteTraceStoreOptions {
  /** Where time comes from. Processes that share a file must agree on it. @default {systemClock} */
  readonly clock?: Clock | undefined;
  /**
   * How often a follower asks whether another process wrote, in milliseconds. What this store writes itself wakes it at
   * once.
   *
   * @default {25}
   */
  readonly pollMs?: number | undefined;
  /**
   * For how long a write waits for one of another process, in milliseconds. It blocks the event loop, and then throws
   * "database is locked": nothing has landed.
   *
   * @default {5000}
   */
  readonly busyTimeoutMs?: number | undefined;
  /**
   * What a commit waits for: with "full" it survives that the machine loses its power; with "normal" the last ones may
   * be lost then, though never in part. Both survive that a process is killed.
   *
   * @default {"full"}
   */
  readonly synchronous?: "full" | "normal" | undefined;
}

const OPTIONS: OptionNames<SqliteTraceStoreOptions> = {
  clock: true,
  pollMs: true,
  busyTimeoutMs: true,
  synchronous: true,
};

/** @throws {TypeError | RangeError} If an option is unknown, or not what it may be. */
export function checkSqliteOptions(options: SqliteTraceStoreOptions): void {
  requireKnownOptions("open the store", options, OPTIONS);
  const { clock, pollMs, busyTimeoutMs, synchronous } = options;
  if (clock !== undefined) checkClock(clock);
  checkMs("pollMs", pollMs);
  checkMs("busyTimeoutMs", busyTimeoutMs);
  if (synchronous === undefined || synchronous === "full" || synchronous === "normal") return;
  throw new RangeError(
    `Cannot open the store as 'synchronous' must be "full" or "normal": current value is ${
      shown(synchronous)
    }`,
  );
}
