import { type FaultKind, UNPLACED_FAULTS } from "./delivery_plan.ts";

/** What sends the end marker after all. */
const MARKERS: ReadonlySet<FaultKind> = new Set<FaultKind>(["early-marker", "double-marker"]);

/**
 * Whether two faults cannot both happen to one stream: the end marker is sent or is not, and what has no position can
 * happen once.
 *
 * @param one What goes wrong.
 * @param other What goes wrong besides.
 */
export function areContrary(one: FaultKind, other: FaultKind): boolean {
  if (one === other) return UNPLACED_FAULTS.has(one);
  return one === "missing-marker"
    ? MARKERS.has(other)
    : other === "missing-marker" && MARKERS.has(one);
}
