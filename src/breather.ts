import { yieldToEventLoop } from "./yield_to_event_loop.ts";

/** After how many steps the event loop gets a turn, unless another number is given. */
export const STEPS_PER_BREATH = 8192;

/**
 * Lets the event loop take a turn now and then within a loop of `await`. What it awaits may always be
 * there already, as the chunks of a body that is made in the same process, and then neither a timer
 * nor the abort it brings would ever run.
 */
export class Breather {
  readonly #stepsPerBreath: number;
  #steps = 0;

  /** @param stepsPerBreath After how many steps of the loop. */
  constructor(stepsPerBreath: number = STEPS_PER_BREATH) {
    this.#stepsPerBreath = stepsPerBreath;
  }

  /** Counts a step of the loop. What it gives must be awaited; mostly there is nothing to await. */
  step(): Promise<void> | undefined {
    return ++this.#steps % this.#stepsPerBreath === 0 ? yieldToEventLoop() : undefined;
  }
}
