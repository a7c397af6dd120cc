import { showValue } from "../../checks/show_value.ts";
import { TIMED_OUT, withDeadline } from "../../clock.ts";
import type { Entry } from "../../store/trace_event.ts";
import type { TraceStore } from "../../store/trace_store.ts";
import { broken, expectEqual } from "../contract/expectations.ts";
import { seen } from "./player.ts";

type Result = IteratorResult<Entry, undefined>;
type Reader = AsyncIterableIterator<Entry>;

/** A follower of a thread of the model, and that of the store beside it. */
interface Follower {
  readonly thread: string;
  readonly model: Reader;
  readonly store: Reader;
  /** The calls of `next()` that were not answered by the model yet. */
  waiting: { readonly model: Promise<Result>; readonly store: Promise<Result> } | undefined;
  /** Whether its thread was deleted or replaced: then a store may give what it has not given, and need not. */
  ended: boolean;
}

/** The followers of a model and of a store. */
export class Followers {
  readonly #model: TraceStore;
  readonly #store: TraceStore;
  #open: Follower[] = [];
  #givenUp: Promise<void> | undefined;

  /**
   * @param model The model.
   * @param store The store.
   */
  constructor(model: TraceStore, store: TraceStore) {
    this.#model = model;
    this.#store = store;
  }

  /** Begins to follow a thread, and asks for the first entry, as a store may look for the thread only then. */
  async follow(thread: string, after: number): Promise<void> {
    const options = { follow: true, after };
    const follower: Follower = {
      thread,
      model: this.#model.read(thread, options),
      store: this.#store.read(thread, options),
      waiting: undefined,
      ended: false,
    };
    this.#open.push(follower);
    await this.#next(follower);
  }

  /** Takes the next entry of one of the followers, if it has one by now. */
  async next(index: number): Promise<void> {
    const follower = this.#open.at(-1 - index);
    if (follower !== undefined) await this.#next(follower);
  }

  /** Tells the followers of a thread that it was deleted or replaced. */
  end(thread: string): void {
    for (const follower of this.#open) if (follower.thread === thread) follower.ended = true;
  }

  /** Makes sure that each follower has what the model has, and not more, and closes them. */
  async close(): Promise<void> {
    for (const follower of [...this.#open]) {
      await this.#next(follower);
      const { thread, waiting } = follower;
      if (waiting === undefined) continue;
      const early = await stateOf(waiting.store);
      if (early === TIMED_OUT || await stateOf(waiting.model) !== TIMED_OUT) continue;
      throw broken(`a follower of '${thread}' to wait`, `it gave ${showValue(early)}`);
    }
    await this.giveUp();
  }

  /** Closes the followers; once, however often it is asked for. */
  async giveUp(): Promise<void> {
    this.#givenUp ??= this.#giveUp();
    await this.#givenUp;
  }

  async #giveUp(): Promise<void> {
    const readers = this.#open.flatMap(({ model, store }) => [model, store]);
    this.#open = [];
    // A store whose return() hangs is found by the contract.
    await withDeadline(CLOSE_MS, Promise.all(readers.map((reader) => reader.return?.())));
  }

  async #next(follower: Follower): Promise<void> {
    follower.waiting ??= { model: follower.model.next(), store: follower.store.next() };
    const { model, store } = follower.waiting;
    const due = await stateOf(model);
    if (due === TIMED_OUT) return;
    follower.waiting = undefined;
    const given = await store;
    const isShort = follower.ended && given.done === true;
    if (!isShort) {
      expectEqual(shape(given), shape(due), `what a follower of '${follower.thread}' gives`);
    }
    if (given.done) this.#open = this.#open.filter((other) => other !== follower);
  }
}

/** How long the model is given to answer, in milliseconds: it does so at once, or when there is more. */
const AT_ONCE_MS = 1;

/** How long closing may take, in milliseconds. */
const CLOSE_MS = 300;

/** What a promise has come to by now. */
async function stateOf(promise: Promise<Result>): Promise<Result | typeof TIMED_OUT> {
  return await withDeadline(AT_ONCE_MS, promise);
}

function shape({ done, value }: Result): unknown {
  return done ? "its end" : seen(value);
}
