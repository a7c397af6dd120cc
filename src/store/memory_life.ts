import { copyOfPayload } from "./copy_of_payload.ts";
import type { EntryPage } from "./entry_iterator.ts";
import type { Entry, SealedEvent } from "./trace_event.ts";

/** One life of a thread: from its first event, or a load, to its end. */
export interface Life {
  /** The events. They never leave the store, only copies do: nobody can change them from outside. */
  readonly log: SealedEvent[];
  /** The next number of each stream. */
  readonly next: Map<string, number>;
  /** Whether it was deleted or replaced. */
  ended: boolean;
}

/** How many entries are copied at once. */
const PAGE = 256;

/**
 * Gives the pages of a life from a position on.
 *
 * @param find Gives the life, when the first page is asked for.
 * @param after The position.
 */
export function pagesForwards(
  find: () => Life | undefined,
  after: number,
): () => Promise<EntryPage> {
  let life: Life | undefined;
  let last = 0;
  let position = after;
  return () => {
    if (life === undefined) {
      life = find();
      last = life?.log.length ?? 0;
    }
    if (life === undefined) return Promise.resolve({ entries: [], whole: true, over: true });
    const entries = entriesIn(life, position, position + PAGE);
    position += entries.length;
    return Promise.resolve({ entries, whole: position >= last, over: life.ended });
  };
}

/** Gives the pages of a life, as it is now, from its last entry back. */
export function pagesBackwards(life: Life | undefined): () => Promise<EntryPage> {
  let before = life?.log.length ?? 0;
  // Most who read backwards want the last entry only.
  let rows = 1;
  return () => {
    const from = Math.max(0, before - rows);
    rows = PAGE;
    const entries = life === undefined ? [] : entriesIn(life, from, before).reverse();
    before = from;
    return Promise.resolve({ entries, whole: from === 0, over: from === 0 });
  };
}

/** The entries of a life from a position (excluded) to another (included). */
export function entriesIn({ log }: Life, after: number, until: number): Entry[] {
  return log.slice(after, until).map((event, index) => entryOf(event, after + index + 1));
}

/** An entry for whoever gets it to keep: with a copy of an event. */
export function entryOf({ type, stream, payload, seq, ts }: SealedEvent, position: number): Entry {
  return { position, event: { type, stream, payload: copyOfPayload(payload), seq, ts } };
}
