import type { FaultKind } from "./delivery_plan.ts";

/** How a body ended: whole, by a fault that was asked for, because the client left, or by a bug. */
export type BodyEnd = "served" | "fault" | "aborted" | "failed";

/** What of a body was handed over. */
export interface Delivered {
  /** Whole frames. */
  readonly frames: number;
  /** Bytes. */
  readonly bytes: number;
  /** The faults that happened, in their order. */
  readonly faults: readonly FaultKind[];
  /** Whether all content was handed over and what ends it was not. @default {false} */
  readonly lacksEnd?: true;
  /** How it ended. */
  readonly end: BodyEnd;
  /** What it failed with, or the client's reason. */
  readonly error?: unknown;
}

/** What of a body was handed over so far. */
export type Handed = Pick<Delivered, "frames" | "bytes" | "faults" | "lacksEnd">;
