/** How many of the last rejections are known. */
const MAX_THROWN = 20;

/** The calls of a case to its store: which are pending, so that a case that hangs can say where. */
export class Calls {
  readonly #pending: Set<{ readonly what: string }> = new Set();
  /** What calls rejected with, the latest last. */
  #thrown: readonly { readonly what: string; readonly error: unknown }[] = [];
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
    result.catch((error) => this.#thrown = [...this.#thrown.slice(-MAX_THROWN), { what, error }]);
    return result;
  }

  /** The calls that have not been answered, each named once. */
  get pending(): readonly string[] {
    return [...new Set([...this.#pending].map(({ what }) => what))];
  }

  /** The call that rejected last, if any did. */
  get latestRejection(): { readonly what: string; readonly error: unknown } | undefined {
    return this.#thrown.at(-1);
  }

  /** The call that rejected with something, if one did of late. */
  rejectedWith(error: unknown): string | undefined {
    return this.#thrown.findLast((one) => Object.is(one.error, error))?.what;
  }

  /** Ends the case: whatever goes on of it gets no further. */
  end(): void {
    this.#over = true;
  }
}
