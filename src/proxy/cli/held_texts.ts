/** Texts that are held back until something else is written. */
export class HeldTexts {
  readonly #write: (text: string) => void;
  #held: string[] | undefined = [];

  /** @param write Writes a text. */
  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** Takes a text. Bound, so that it can be given away. */
  readonly write = (text: string): void => {
    if (this.#held === undefined) this.#write(text);
    else this.#held.push(text);
  };

  /** Writes what was held back; what comes from now on is written at once. */
  release(): void {
    this.#held?.forEach(this.#write);
    this.#held = undefined;
  }
}
