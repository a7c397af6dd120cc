import type { Entry, SealedEvent } from "./trace_event.ts";

/** What a database gives for an entry. */
export interface EntryRow {
  /** Its position; drivers may give large whole numbers as texts. */
  readonly position: number | string;
  /** The event as text. */
  readonly body: string;
}

/** Makes the entry that a row holds. */
export function entryOf({ position, body }: EntryRow): Entry {
  return { position: Number(position), event: JSON.parse(body) as SealedEvent };
}

/** Makes the entries of events that land after a position. */
export function entriesAfter(last: number, events: readonly SealedEvent[]): readonly Entry[] {
  return events.map((event, index) => ({ position: last + index + 1, event }));
}
