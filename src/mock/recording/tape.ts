import type { Cassette, Exchange } from "./cassette.ts";

/** Where exchanges are recorded, in the order in which they began. */
export class Tape {
  #slots: { exchange?: Exchange }[] = [];

  /** Begins an exchange. @returns What takes it when it is over. */
  begin(): (exchange: Exchange) => void {
    const slot: { exchange?: Exchange } = {};
    this.#slots.push(slot);
    return (exchange) => void (slot.exchange = exchange);
  }

  /** Gives what is over so far. */
  cassette(): Cassette {
    return { version: 1, exchanges: this.#slots.flatMap(({ exchange }) => exchange ?? []) };
  }
}
