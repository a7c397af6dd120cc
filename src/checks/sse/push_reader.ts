import type { Bytes } from "../../bytes.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import type { Emit, PushReader, SseReader } from "./emit.ts";

/** One call of `send`, which waits until the consumer asks for what follows. */
interface Sent {
  readonly emit: Emit;
  readonly answer: (wanted: boolean) => void;
}

/**
 * Turns a reader that sends its events into one that is iterated, so that the checks can run it.
 * Nothing is hidden: what a reader sends after an error is given after it.
 *
 * @example
 * ```ts
 * import { pushReader, readSse } from "@wholeturn/wholeturn";
 * import { assertEquals } from "@std/assert";
 *
 * const reader = pushReader(async (body, send) => {
 *   await body.cancel();
 *   await send({ type: "text", text: "Hello" });
 * });
 * const { emits } = await readSse(reader, "data: Hello\n\n");
 * assertEquals(emits[0], { type: "text", text: "Hello" });
 * ```
 *
 * @param push The reader.
 * @returns The same reader in the form the checks take.
 * @throws {TypeError} If it is no function.
 */
export function pushReader(push: PushReader): SseReader {
  if (typeof push !== "function") {
    throw new TypeError(
      "Cannot wrap the reader as 'push' must be a function of a body and a function send: " +
        `current value is ${typeof push}`,
    );
  }
  return (body) => ({ [Symbol.asyncIterator]: () => new PushIterator(push, body) });
}

class PushIterator implements AsyncIterator<TurnEvent> {
  readonly #queue: Sent[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #push: PushReader;
  readonly #body: ReadableStream<Bytes>;
  #current: Sent | undefined;
  #started = false;
  #left = false;
  #over = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(push: PushReader, body: ReadableStream<Bytes>) {
    this.#push = push;
    this.#body = body;
  }

  async next(): Promise<IteratorResult<TurnEvent>> {
    this.#start();
    this.#current?.answer(true);
    this.#current = undefined;
    while (this.#queue.length === 0 && !this.#over) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#current = this.#queue.shift();
    if (!this.#current) return this.#end();
    const { emit } = this.#current;
    if (emit.type === "error") throw emit.error;
    return { done: false, value: emit };
  }

  async return(): Promise<IteratorResult<TurnEvent>> {
    this.#left = true;
    this.#current?.answer(false);
    for (const { answer } of this.#queue.splice(0)) answer(false);
    this.#wake();
    // A reader that never began holds the body still.
    if (!this.#started) await this.#body.cancel();
    return { done: true, value: undefined };
  }

  #end(): IteratorResult<TurnEvent> {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure) throw failure.error;
    return { done: true, value: undefined };
  }

  #start(): void {
    if (this.#started) return;
    this.#started = true;
    const send = (emit: Emit): Promise<boolean> => {
      if (this.#left) return Promise.resolve(false);
      return new Promise((answer) => {
        this.#queue.push({ emit, answer });
        this.#wake();
      });
    };
    const running = Promise.resolve().then(() => this.#push(this.#body, send));
    running.catch((error) => this.#failure = { error }).finally(() => {
      this.#over = true;
      this.#wake();
    });
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
