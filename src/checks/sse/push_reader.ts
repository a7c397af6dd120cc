import type { Bytes } from "../../bytes.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import type { Emit, ErrorEmit, PushReader, SseReader } from "./emit.ts";

/** One call of `send`, which waits until the consumer asks for what follows. */
interface Sent {
  readonly emit: Emit;
  readonly answer: (wanted: boolean) => void;
}

/** How often a reader may send in vain before it gets no answer: it might never leave its turn. */
const MOST_VAIN_SENDS = 100;

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

/** What a reader that sends did once it was told that nobody listens. */
export interface PushEnd {
  /** How many times it has sent after that. */
  readonly vainSends: number;
  /** Whether it has come to its end. */
  readonly isOver: boolean;
}

/**
 * Tells how a reader that sends took it that its consumer left.
 *
 * @param iterator The events of a reader.
 * @returns `undefined` if that reader is none that sends.
 */
export function pushEndOf(iterator: AsyncIterator<TurnEvent>): PushEnd | undefined {
  return iterator instanceof PushIterator ? iterator : undefined;
}

class PushIterator implements AsyncIterator<TurnEvent>, PushEnd {
  readonly #queue: Sent[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #push: PushReader;
  readonly #body: ReadableStream<Bytes>;
  #current: Sent | undefined;
  #started = false;
  #left = false;
  #isRefused = false;
  #vainSends = 0;
  #over = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(push: PushReader, body: ReadableStream<Bytes>) {
    this.#push = push;
    this.#body = body;
  }

  get vainSends(): number {
    return this.#vainSends;
  }

  get isOver(): boolean {
    return this.#over || !this.#started;
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
    // What is no emit at all is for the rules to judge.
    if ((emit as Emit | null | undefined)?.type === "error") throw (emit as ErrorEmit).error;
    return { done: false, value: emit as TurnEvent };
  }

  async return(): Promise<IteratorResult<TurnEvent>> {
    this.#left = true;
    const waiting = [...(this.#current ? [this.#current] : []), ...this.#queue.splice(0)];
    for (const { answer } of waiting) answer(false);
    this.#isRefused ||= waiting.length > 0;
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
    const send = (emit: Emit): Promise<boolean> =>
      new Promise((answer) => {
        if (this.#left) return this.#refuse(answer);
        this.#queue.push({ emit, answer });
        this.#wake();
      });
    const running = Promise.resolve().then(() => this.#push(this.#body, send));
    running.catch((error) => this.#failure = { error }).finally(() => {
      this.#over = true;
      this.#wake();
    });
  }

  #refuse(answer: Sent["answer"]): void {
    if (this.#isRefused) this.#vainSends++;
    this.#isRefused = true;
    if (this.#vainSends < MOST_VAIN_SENDS) answer(false);
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
