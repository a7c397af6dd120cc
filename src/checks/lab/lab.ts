import type { Exchange } from "./exchange.ts";
import type { Reply } from "./reply.ts";

/** Everything an adapter under test gets. */
export interface AdapterEnv {
  /** Where to send requests. Every path below it is answered. */
  readonly baseUrl: string;
  /** What to send them with. */
  readonly fetch: typeof fetch;
}

/** A provider under control: it answers what a check says, and keeps what became of each answer. */
export interface Lab {
  /** What the adapter gets. */
  readonly env: AdapterEnv;
  /** What an adapter must do for its requests to arrive here, as a clause of its own. */
  readonly reachedBy: string;
  /** The requests so far, in order of arrival. */
  readonly exchanges: readonly Exchange[];
  /** Resolves with the next request that is not yet in `exchanges`. */
  next(): Promise<Exchange>;
  /** Sets what is answered from now on; a function is told how many requests came before. */
  answer(reply: Reply | ((call: number) => Reply)): void;
  /**
   * Ends every response still open and releases what the lab holds.
   *
   * @throws What went wrong in the lab itself, for instance in a wire's `event(i)`.
   */
  close(): Promise<void>;
}
