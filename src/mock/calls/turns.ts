import type { StoredTurn, TurnMemory } from "../providers/turn_memory.ts";

/** How many turns are remembered; the oldest go first. */
const MAX_TURNS = 1000;

/** The turns that a mock remembers. */
export class Turns implements TurnMemory {
  readonly #turns: Map<string, StoredTurn> = new Map();
  /** One walk for all: a new one would pass over the places of all that were forgotten before. */
  readonly #oldest: Iterator<string> = this.#turns.keys();

  /** Keeps a turn; one with the same id makes way for it. */
  keep(id: string, turn: StoredTurn): void {
    this.#turns.delete(id);
    this.#turns.set(id, turn);
    if (this.#turns.size <= MAX_TURNS) return;
    const oldest = this.#oldest.next();
    if (!oldest.done) this.#turns.delete(oldest.value);
  }

  /** Gives it again. */
  find(id: string): StoredTurn | undefined {
    return this.#turns.get(id);
  }

  /** Forgets it; tells whether it was there. */
  forget(id: string): boolean {
    return this.#turns.delete(id);
  }

  /** Gives all that are kept, the latest first. */
  list(): Iterable<StoredTurn> {
    return [...this.#turns.values()].reverse();
  }
}
