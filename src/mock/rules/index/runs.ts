/** Marks members of a list, and passes over a run of marked ones in about one step. */
export class Runs {
  /** Where to look on from a marked one. */
  readonly #next: Map<number, number> = new Map();

  /** Marks one. */
  mark(at: number): void {
    this.#next.set(at, at + 1);
  }

  /** Gives the first that is not marked, from one on. */
  after(at: number): number {
    let end = at;
    for (let next = this.#next.get(end); next !== undefined; next = this.#next.get(end)) end = next;
    // Who comes by again goes there at once.
    for (let from = at; from !== end;) {
      const next = this.#next.get(from)!;
      this.#next.set(from, end);
      from = next;
    }
    return end;
  }
}
