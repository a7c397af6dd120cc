import type { Model, StreamOptions } from "../../turn/request.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { asEvent, asResult } from "./as_event.ts";
import { openIterator } from "./open_stream.ts";

/**
 * Reads the events of one turn, as a loop does: a stream that is left early is told so, one that
 * ends or throws is not.
 *
 * @param model The adapter.
 * @param options How to run the call.
 * @throws {NotAnEventError} If what comes is no event.
 * @throws {NotAnAdapterError} If the stream cannot be read at all.
 */
export async function* readEvents(model: Model, options: StreamOptions): AsyncGenerator<TurnEvent> {
  const iterator = openIterator(model, options);
  let isOver = false;
  try {
    for (;;) {
      isOver = true;
      const given = asResult(await iterator.next());
      if (given.length === 0) return;
      isOver = false;
      yield asEvent(given[0]);
    }
  } finally {
    if (!isOver) await iterator.return?.();
  }
}
