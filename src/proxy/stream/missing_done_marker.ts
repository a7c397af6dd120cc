import type { TurnWatch } from "./turn_watch.ts";

/**
 * Tells whether a stream that ended cleanly lacks nothing but its marker: only after a finish may the marker be made
 * up, since a marker makes a whole turn of whatever stands before it.
 */
export function missingDoneMarker(watch: TurnWatch): boolean {
  return watch.finished && !watch.done && watch.error === undefined;
}
