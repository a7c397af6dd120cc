import type { FailureKind } from "../failure/failure.ts";
import { Histogram } from "./histogram.ts";

/** How many of the last attempts are kept. */
const MAX_LAST = 30;

const FIRST_OUTPUT_BOUNDS_MS: readonly number[] = [
  25,
  50,
  100,
  250,
  500,
  1000,
  2500,
  5000,
  10_000,
  30_000,
  60_000,
  120_000,
];

/** One attempt of the last ones. */
export interface LastAttempt {
  /** How long it took to its first real output, or to its failure. */
  readonly ms: number;
  /** How it failed; `undefined` if it did not. */
  readonly kind: FailureKind | undefined;
}

/** What happened at one upstream, added up. */
export class UpstreamTally {
  /** How many attempts came to something that reached a client, at least in part. */
  committed = 0;
  /** How many failed before anything of them reached a client. */
  failed = 0;
  /** How many were given up as the client left. */
  left = 0;
  /** How many streams failed after a part of them had reached a client. */
  broken = 0;
  /** How many requests passed over it as it rested. */
  skipped = 0;
  /** How many attempts failed, streams that broke included, by the kind of the failure. */
  readonly failures: Map<FailureKind, number> = new Map();
  /** How long committed attempts took to their first real output, in milliseconds. */
  readonly firstOutputMs: Histogram = new Histogram(FIRST_OUTPUT_BOUNDS_MS);
  readonly #last: LastAttempt[] = [];

  /** The last attempts, the oldest first. */
  get last(): readonly LastAttempt[] {
    return this.#last;
  }

  /** An attempt began to reach a client. */
  commit(ms: number): void {
    this.committed++;
    this.firstOutputMs.add(ms);
    this.#keep({ ms, kind: undefined });
  }

  /** An attempt failed before anything of it reached a client. */
  fail(kind: FailureKind, ms: number): void {
    this.failed++;
    this.#count(kind);
    this.#keep({ ms, kind });
  }

  /** A stream failed after a part of it had reached a client. */
  break(kind: FailureKind): void {
    this.broken++;
    this.#count(kind);
    this.#keep({ ms: 0, kind });
  }

  #count(kind: FailureKind): void {
    this.failures.set(kind, (this.failures.get(kind) ?? 0) + 1);
  }

  #keep(attempt: LastAttempt): void {
    this.#last.push(attempt);
    if (this.#last.length > MAX_LAST) this.#last.shift();
  }
}
