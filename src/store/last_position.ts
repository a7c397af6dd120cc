import type { TraceStore } from "./trace_store.ts";

/** The position of the last entry of a thread; 0 if there is none. */
export async function lastPosition(store: TraceStore, thread: string): Promise<number> {
  for await (const { position } of store.readBackwards(thread)) return position;
  return 0;
}
