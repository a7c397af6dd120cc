import type { Fault, FaultKind } from "./delivery_plan.ts";

/** What was written of a stream that was over before a fault. */
export interface Extent {
  /** Whole frames. */
  readonly frames: number;
  /** Bytes. */
  readonly bytes: number;
  /** When it was over, in milliseconds since the request. */
  readonly endMs: number;
  /** Whether another fault ended it. */
  readonly isCut: boolean;
}

/** What a fault must come before, where it is not only the end. */
const LIMITS: Readonly<Partial<Record<FaultKind, string>>> = {
  "early-marker": "the end marker",
  "reorder": "the last frame",
};

/**
 * Says that a fault cannot happen as the stream is over before it.
 *
 * @param path Where the fault stands.
 * @param fault The fault.
 * @param extent What there is of the stream.
 */
export function unreached(path: string, fault: Fault, extent: Extent): RangeError {
  const { afterFrames, afterBytes, afterMs } = fault;
  const [member, value] = afterFrames !== undefined
    ? ["afterFrames", afterFrames]
    : afterBytes !== undefined
    ? ["afterBytes", afterBytes]
    : ["afterMs", afterMs];
  const { frames, bytes, endMs, isCut } = extent;
  const end = afterFrames !== undefined
    ? `${frames} frames`
    : afterBytes !== undefined
    ? `${bytes} bytes`
    : `${endMs} ms of it`;
  const limit = isCut ? "another fault ends the stream" : LIMITS[fault.kind] ?? "the stream ends";
  return new RangeError(
    `Cannot make the fault ${JSON.stringify(fault.kind)} as '${path}.${member}' must come before ` +
      `${limit}, and there are ${end}: current value is ${value}`,
  );
}
