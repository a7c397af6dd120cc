import type { EventSigns } from "./event_signs.ts";

/** Keeps what the events of a stream have told of its turn so far. */
export class TurnWatch {
  #hasOutput = false;
  #finished = false;
  #done = false;
  #emptyIsLegal = false;
  #outputTokens = 0;
  #error: { readonly value: unknown } | undefined;

  /** Takes what the next event says. */
  see(signs: EventSigns): void {
    if (signs.output) this.#hasOutput = true;
    if (signs.finished !== undefined) this.#finished = signs.finished || this.#finished;
    if (signs.emptyIsLegal) this.#emptyIsLegal = true;
    if (signs.outputTokens !== undefined) this.#outputTokens = signs.outputTokens;
    if (signs.done) this.#done = true;
    if (signs.error !== undefined) this.#error = { value: signs.error };
  }

  /**
   * Whether the answer is one, so that it may reach the client: there is output, or it ended in a way that an
   * answer without output may.
   */
  get isReal(): boolean {
    return this.#hasOutput || (this.#finished && (this.#emptyIsLegal || this.#outputTokens > 0));
  }

  /** Whether the turn has said why it ends. */
  get finished(): boolean {
    return this.#finished;
  }

  /** Whether the stream has said that it is at its end. */
  get done(): boolean {
    return this.#done;
  }

  /** The error it told of. */
  get error(): { readonly value: unknown } | undefined {
    return this.#error;
  }
}
