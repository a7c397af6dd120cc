/** After how many steps the event loop gets a turn. */
export const STEPS_PER_BREATH = 8192;

/**
 * Lets the event loop take a turn now and then within a loop of `await`. What it awaits may always be
 * there already, as the chunks of a body that is made in the same process, and then neither a timer
 * nor the abort it brings would ever run.
 */
export class Breather {
  #steps = 0;
  #end: (() => void) | undefined;

  /** Counts a step of the loop. What it gives must be awaited; mostly there is nothing to await. */
  step(): Promise<void> | undefined {
    if (++this.#steps % STEPS_PER_BREATH !== 0) return undefined;
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, 0);
      this.#end = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Ends a pause at once, so that no timer is left when the loop is. */
  stop(): void {
    this.#end?.();
  }
}
