/** How many values fell under each of some bounds. */
export class Histogram {
  /** The bounds, the least first. */
  readonly bounds: readonly number[];
  readonly #counts: number[];
  #count = 0;
  #sum = 0;

  /** @param bounds The bounds, the least first; a value on one falls under it. */
  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.#counts = bounds.map(() => 0);
  }

  /** How many values there were. */
  get count(): number {
    return this.#count;
  }

  /** Their sum. */
  get sum(): number {
    return this.#sum;
  }

  /** Takes a value. */
  add(value: number): void {
    this.#count++;
    this.#sum += value;
    const index = this.bounds.findIndex((bound) => value <= bound);
    if (index >= 0) this.#counts[index]!++;
  }

  /** For each bound, how many values fell under it or under a lower one. */
  cumulative(): readonly number[] {
    let sum = 0;
    return this.#counts.map((count) => sum += count);
  }
}
