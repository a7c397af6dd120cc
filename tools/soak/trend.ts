/** One value at one time. */
export interface Point {
  /** When. */
  readonly at: number;
  /** What. */
  readonly value: number;
}

/**
 * How fast values grow, for each unit of time: the median of the slopes between all pairs (Theil and Sen), which a few
 * values that are far off do not change.
 *
 * @param points The values; fewer than two do not grow.
 */
export function slopeOf(points: readonly Point[]): number {
  const slopes: number[] = [];
  for (const [index, { at, value }] of points.entries()) {
    for (const later of points.slice(index + 1)) {
      if (later.at > at) slopes.push((later.value - value) / (later.at - at));
    }
  }
  return median(slopes);
}

/** The middle of values; 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return 0;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
