import { seal } from "../../store/seal.ts";
import type { Entry, SealedEvent } from "../../store/trace_event.ts";
import type { TraceStore } from "../../store/trace_store.ts";
import { untilAborted } from "../../until_aborted.ts";
import type { MisuseNoting } from "../misuse.ts";
import type { ObservedStore } from "../observed_store.ts";
import type { Peer } from "./peer.ts";

/** Nothing is landed with it. */
const ANY_TIME = "1970-01-01T00:00:00.000Z";

/**
 * A store that stands on the other side of a peer.
 *
 * @param peer The peer.
 */
export function remoteStore(peer: Peer): ObservedStore & MisuseNoting {
  const ask = <T>(method: string, ...args: readonly unknown[]) =>
    peer.call(["store", method], args) as Promise<T>;
  // A store that does not want to know has no such method.
  const note = (method: string, ...args: readonly unknown[]) =>
    void ask(method, ...args).catch(() => {});
  return {
    append: async (thread, batch, options) => {
      options?.signal?.throwIfAborted();
      const landed = ask<readonly Entry[]>("append", thread, batch, options);
      try {
        return await untilAborted(landed, options?.signal);
      } catch (error) {
        // What cannot even be sent is no event: the rule of all stores says what is wrong with it.
        if ((error as Partial<Error>)?.name === "DataCloneError") seal(batch, new Map(), ANY_TIME);
        throw error;
      }
    },
    delete: (...args) => ask("delete", ...args),
    threads: (...args) => ask("threads", ...args),
    acquire: (...args) => ask("acquire", ...args),
    renew: (...args) => ask("renew", ...args),
    release: (...args) => ask("release", ...args),
    lease: (...args) => ask("lease", ...args),
    load: async (thread, log) => {
      const events: SealedEvent[] = [];
      for await (const event of log) events.push(event);
      await ask("load", thread, events);
    },
    read: (...args) => remoteEntries(peer, "read", args),
    readBackwards: (...args) => remoteEntries(peer, "readBackwards", args),
    noteRequest: (...args) => note("noteRequest", ...args),
    noteMisuse: (...args) => note("noteMisuse", ...args),
  };
}

function remoteEntries(
  peer: Peer,
  method: "read" | "readBackwards",
  args: readonly unknown[],
): AsyncIterableIterator<Entry> {
  const { signal } = (args[1] ?? {}) as { readonly signal?: AbortSignal };
  let opened: Promise<unknown> | undefined;
  const step = async (what: string): Promise<IteratorResult<Entry>> => {
    const id = await (opened ??= peer.call(["entries", method], args));
    return await peer.call(["entries", what], [id]) as IteratorResult<Entry>;
  };
  const end = async () => {
    if (opened !== undefined) await step("return");
  };
  const entries: AsyncIterableIterator<Entry> = {
    next: async () => {
      try {
        signal?.throwIfAborted();
        return await untilAborted(step("next"), signal);
      } finally {
        if (signal?.aborted) await end();
      }
    },
    return: async () => {
      await end();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => entries,
  };
  return entries;
}

/** Answers for a store what {@linkcode remoteStore} asks on the other side. */
export class StoreServer {
  readonly #store: TraceStore;
  readonly #open: Map<number, AsyncIterableIterator<Entry>> = new Map();
  #opened = 0;

  /** @param store The store. */
  constructor(store: TraceStore) {
    this.#store = store;
  }

  /**
   * Answers a call of a method.
   *
   * @param method Its name.
   * @param args Its arguments.
   */
  call(method: string, args: readonly unknown[]): unknown {
    const called = Reflect.get(this.#store, method) as (...args: readonly unknown[]) => unknown;
    return Reflect.apply(called, this.#store, args);
  }

  /**
   * Opens an iterator, or goes on with one.
   *
   * @param what The method that gives one, or `next` or `return`.
   * @param args Its arguments; the number of the iterator.
   */
  async entries(what: string, args: readonly unknown[]): Promise<unknown> {
    if (what === "read" || what === "readBackwards") {
      const id = ++this.#opened;
      this.#open.set(id, this.call(what, args) as AsyncIterableIterator<Entry>);
      return id;
    }
    const iterator = this.#open.get(args[0] as number);
    const result = what === "next" ? await iterator?.next() : await iterator?.return?.();
    const end = { done: true, value: undefined };
    if (what === "return" || (result ?? end).done) this.#open.delete(args[0] as number);
    return result ?? end;
  }

  /** Ends all iterators that are open. */
  async close(): Promise<void> {
    for (const iterator of this.#open.values()) await iterator.return?.();
    this.#open.clear();
  }
}
