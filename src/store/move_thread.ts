import { shown } from "../shown.ts";
import { requireKnownOptions } from "../known_options.ts";
import { checkStore, checkTtl } from "./check_arguments.ts";
import { copyThread } from "./copy_thread.ts";
import { lastPosition } from "./last_position.ts";
import type { TraceStore } from "./trace_store.ts";

/** Options of {@linkcode moveThread}. */
export interface MoveThreadOptions {
  /** In whose name the thread's lease is taken meanwhile. @default {"move"} */
  readonly owner?: string | undefined;
  /** How long the move may take, in milliseconds. @default {60000} */
  readonly ttlMs?: number | undefined;
}

/**
 * Moves a thread into another store: copies it, makes sure that nothing was written to it meanwhile, and deletes it
 * where it was. It takes the thread's lease for that, so workers that have one keep it from being moved, and do not
 * write meanwhile. Writers without a lease must have been stopped.
 *
 * @example
 * ```ts
 * import { MemoryTraceStore, moveThread } from "@wholeturn/wholeturn/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const [from, to] = [new MemoryTraceStore(), new MemoryTraceStore()];
 * await from.append("thread", [{ type: "note", stream: "a", payload: "hi" }]);
 * assertEquals(await moveThread(from, to, "thread"), 1);
 * assertEquals(await from.threads(), []);
 * ```
 *
 * @param from The store that has the thread.
 * @param to The store to move it into; it must not have a thread of this id.
 * @param thread The thread.
 * @param options In whose name, and for how long.
 * @returns How many events were moved.
 * @throws {TraceStoreError} `LEASE_HELD` if a worker has the thread; `LEASE_EXPIRED` if the move took too long.
 * @throws {RangeError} If there is no such thread, or the other store has one of this id.
 * @throws If the thread was written to meanwhile. It is then where it was, and no copy is left.
 */
export async function moveThread(
  from: TraceStore,
  to: TraceStore,
  thread: string,
  options: MoveThreadOptions = {},
): Promise<number> {
  checkStore("from", from);
  checkStore("to", to);
  requireKnownOptions("move the thread", options, { owner: true, ttlMs: true });
  const { owner = "move", ttlMs = 60_000 } = options;
  checkTtl(ttlMs);
  if (await lastPosition(to, thread) > 0) {
    throw new RangeError(`Cannot move ${shown(thread)} as the other store has such a thread`);
  }
  const lease = await from.acquire(thread, owner, ttlMs);
  try {
    const moved = await copyThread(from, to, thread);
    try {
      await from.renew(lease, ttlMs);
      const last = await lastPosition(from, thread);
      if (last !== moved) throw writtenMeanwhile(thread, moved, last);
    } catch (error) {
      await to.delete(thread);
      throw error;
    }
    await from.delete(thread);
    return moved;
  } finally {
    await from.release(lease);
  }
}

function writtenMeanwhile(thread: string, moved: number, last: number): Error {
  return new Error(
    `Cannot move ${
      shown(thread)
    } as it was written to meanwhile: its last position was ${moved}, ` +
      `now it is ${last}`,
  );
}
