/** The calls of a case to its store: which are pending, so that a case that hangs can say where. */
export class Calls {
  readonly #pending: Set<{ readonly what: string }> = new Set();
  #over = false;

  /**
   * Makes a call. What it throws at once is a rejection too, and one that nobody waits for ends nothing.
   *
   * @param what The call, for messages.
   * @param call Makes it.
   */
  track<T>(what: string, call: () => T | PromiseLike<T>): Promise<T> {
    if (this.#over) return new Promise(() => {});
    const entry = { what };
    this.#pending.add(entry);
    const result = new Promise<T>((resolve) => resolve(call()))
      .finally(() => this.#pending.delete(entry));
    result.catch(() => {});
    return result;
  }

  /** The calls that have not been answered. */
  get pending(): readonly string[] {
    return [...this.#pending].map(({ what }) => what);
  }

  /** Ends the case: whatever goes on of it gets no further. */
  end(): void {
    this.#over = true;
  }
}
