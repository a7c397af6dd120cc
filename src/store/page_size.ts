/** How much text a page should hold: enough to be quick, and little enough to hold many pages in memory. */
const PAGE_CHARS = 256 * 1024;

/** The most rows of a page, however short they are. */
const MAX_ROWS = 256;

/** How many times more rows the next page may have, as the first ones may tell little of those to come. */
const GROWTH = 4;

/** How many rows to ask for at once, so that long events do not fill the memory and short ones come quickly. */
export class PageSize {
  #rows: number;

  /** @param first How many rows the first page has. */
  constructor(first: number) {
    this.#rows = first;
  }

  /** The rows to ask for. */
  get rows(): number {
    return this.#rows;
  }

  /** Learns from a page. */
  saw(texts: readonly string[]): void {
    if (texts.length === 0) return;
    const chars = texts.reduce((sum, text) => sum + text.length, 0);
    const fitting = Math.floor(PAGE_CHARS * texts.length / chars);
    this.#rows = Math.max(1, Math.min(fitting, MAX_ROWS, this.#rows * GROWTH));
  }
}
