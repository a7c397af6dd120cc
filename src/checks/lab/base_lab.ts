import { Exchange } from "./exchange.ts";
import type { Reply } from "./reply.ts";

/** What every lab does, whatever carries its requests. */
export class BaseLab {
  readonly #exchanges: Exchange[] = [];
  #waiting: ((exchange: Exchange) => void)[] = [];
  #reply: (call: number) => Reply = () => {
    throw new Error("The lab has no answer: call answer() first");
  };

  /** The requests so far, in order of arrival. */
  get exchanges(): readonly Exchange[] {
    return this.#exchanges;
  }

  /** Resolves with the next request. */
  next(): Promise<Exchange> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Sets what is answered from now on. */
  answer(reply: Reply | ((call: number) => Reply)): void {
    this.#reply = typeof reply === "function" ? reply : () => reply;
  }

  /** Ends every response still open. */
  protected settleAll(): void {
    for (const exchange of this.#exchanges) exchange.settle("aborted");
  }

  /** Throws what went wrong in the lab itself, if anything did. */
  protected throwFault(): void {
    const fault = this.#exchanges.find((exchange) => exchange.fault)?.fault;
    if (fault) throw fault.error;
  }

  /** Takes a request: what to answer, and where to keep what becomes of it. */
  protected accept(): { readonly reply: Reply; readonly exchange: Exchange } {
    const reply = this.#reply(this.#exchanges.length);
    const exchange = new Exchange();
    this.#exchanges.push(exchange);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve(exchange);
    return { reply, exchange };
  }
}
