import type { Hint } from "../entry_iterator.ts";
import { timedHint } from "../timed_hint.ts";
import { Wakers } from "../wakers.ts";
import type { PostgresClient } from "./postgres_client.ts";

type Listen = NonNullable<PostgresClient["listen"]>;

/** Wakes followers: at once for what this store writes, when the server says so, and from time to time in any case. */
export class PostgresWatch {
  readonly #wakers: Wakers = new Wakers();
  readonly #listen: Listen | undefined;
  readonly #channel: string;
  readonly #pollMs: number;
  /** Ends the listening that has begun; undefined while there is none. */
  #listening: Promise<() => Promise<void>> | undefined;
  #stopped = false;

  /**
   * @param listen Listens; not at all where there is none.
   * @param channel To what.
   * @param pollMs How often to look, in milliseconds.
   */
  constructor(listen: Listen | undefined, channel: string, pollMs: number) {
    this.#listen = listen;
    this.#channel = channel;
    this.#pollMs = pollMs;
  }

  /** Makes a hint that counts from now on. */
  arm(thread: string): Hint {
    this.#begin();
    return timedHint(this.#wakers.arm(thread), this.#pollMs);
  }

  /** Wakes those who follow a thread. */
  wake(thread: string): void {
    this.#wakers.wake(thread);
  }

  /** Listens no more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const listening = this.#listening;
    this.#listening = undefined;
    // Where it never began there is nothing to end.
    const end = await listening?.catch(() => undefined);
    await end?.();
  }

  #begin(): void {
    if (this.#listen === undefined || this.#stopped || this.#listening !== undefined) return;
    const lost = (): void => {
      if (this.#listening === listening) this.#listening = undefined;
    };
    const listening: Promise<() => Promise<void>> = this.#listen(
      this.#channel,
      (thread) => this.#wakers.wake(thread),
      // What was sent before is not sent again.
      (isListening) => isListening ? this.#wakers.wakeAll() : lost(),
    );
    this.#listening = listening;
    // The next hint tries again; until then followers look from time to time.
    listening.catch(lost);
  }
}
