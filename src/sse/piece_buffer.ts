/** After how many pieces to see whether they are small enough to be joined. */
const GROUP_PIECES = 256;

/** Up to how many characters together such pieces are small. */
const SMALL_GROUP_CHARS = 16_384;

/**
 * Collects the pieces of a long text, in time and in memory proportional to its characters, however
 * small the pieces are.
 */
export class PieceBuffer {
  /** How many characters are in it. */
  length = 0;
  #pieces: string[] = [];
  /** Where in `#pieces` the group begins that is being filled. */
  #groupStart = 0;
  /** How many characters are before that group. */
  #groupOffset = 0;

  /** Adds a piece. */
  push(piece: string): void {
    this.length += piece.length;
    if (this.#pieces.push(piece) - this.#groupStart === GROUP_PIECES) this.#endGroup();
  }

  /** Gives the whole text and forgets it. */
  take(): string {
    const text = this.#pieces.join("");
    this.clear();
    return text;
  }

  /** Forgets the text. */
  clear(): void {
    this.#pieces = [];
    this.length = this.#groupStart = this.#groupOffset = 0;
  }

  #endGroup(): void {
    // A string costs some tens of bytes beside its characters: much for small ones, little for big.
    if (this.length - this.#groupOffset <= SMALL_GROUP_CHARS) {
      this.#pieces.push(this.#pieces.splice(this.#groupStart).join(""));
    }
    this.#groupStart = this.#pieces.length;
    this.#groupOffset = this.length;
  }
}
