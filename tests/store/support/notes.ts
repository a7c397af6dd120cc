import type { DraftEvent, Entry, Json } from "../../../src/store/trace_event.ts";

/** An event to append. */
export const note = (stream: string, payload: Json): DraftEvent => ({
  type: "note",
  stream,
  payload,
});

/** All entries there are. */
export async function all(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const found: Entry[] = [];
  for await (const entry of entries) found.push(entry);
  return found;
}

/** The payloads of all entries there are. */
export async function payloads(entries: AsyncIterable<Entry>): Promise<Json[]> {
  return (await all(entries)).map(({ event }) => event.payload);
}

/** The code of what a promise rejects with; undefined if it resolves. */
export async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    return (error as { code?: unknown }).code ?? error;
  }
}
