import type { DraftEvent, Entry, Json, SealedEvent } from "../../store/trace_event.ts";
import type { ReadOptions, TraceStore } from "../../store/trace_store.ts";

/** Makes an event. */
export function note(payload: Json, stream = "a"): DraftEvent {
  return { type: "note", stream, payload };
}

/** Makes events with the payloads from a number on. */
export function notes(from: number, count: number, stream = "a"): DraftEvent[] {
  return Array.from({ length: count }, (_, index) => note(from + index, stream));
}

/** Makes a sealed event. */
export function sealedNote(seq: number, payload: Json, stream = "a"): SealedEvent {
  return { ...note(payload, stream), seq, ts: "2026-01-02T03:04:05.678Z" };
}

/** Reads all entries. */
export async function collect(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const found: Entry[] = [];
  for await (const entry of entries) found.push(entry);
  return found;
}

/** Reads all entries of a thread. */
export function readAll(
  store: TraceStore,
  thread: string,
  options: ReadOptions = {},
): Promise<Entry[]> {
  return collect(store.read(thread, options));
}

/** Reads the payloads of a thread. */
export async function payloadsOf(store: TraceStore, thread: string): Promise<readonly Json[]> {
  return (await readAll(store, thread)).map(({ event }) => event.payload);
}

/** Reads the ids of all threads. */
export async function threadIds(store: TraceStore): Promise<readonly string[]> {
  return (await store.threads()).map(({ thread }) => thread);
}

/** Takes the next entries of a reader, or fewer if it ends. */
export function take(
  reader: AsyncIterator<Entry>,
  count: number,
): Promise<readonly Entry[]> {
  const taken = takeEach(reader, count);
  // A case that fails in the meantime does not come to wait for it.
  taken.catch(() => {});
  return taken;
}

async function takeEach(
  reader: AsyncIterator<Entry>,
  count: number,
): Promise<readonly Entry[]> {
  const found: Entry[] = [];
  while (found.length < count) {
    const { done, value } = await reader.next();
    if (done) break;
    found.push(value);
  }
  return found;
}

/** The positions of entries. */
export function positionsOf(entries: readonly Entry[]): readonly number[] {
  return entries.map(({ position }) => position);
}

/** The whole numbers from one to another, both included. */
export function upTo(last: number, first = 1): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
