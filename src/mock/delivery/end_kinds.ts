import type { FaultKind } from "./delivery_plan.ts";
import type { StepEnd } from "./step.ts";

/** How a body is over by each fault that ends it. */
export const ENDS: Readonly<Partial<Record<FaultKind, StepEnd>>> = {
  "close": "close",
  "reset": "reset",
  "hang": "hang",
  "error-frame": "close",
};

/** Tells whether a fault ends a body. */
export function isEndKind(kind: FaultKind): boolean {
  return ENDS[kind] !== undefined;
}
