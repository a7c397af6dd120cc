import { checkIterable } from "./check_arguments.ts";
import { checkName } from "./check_name.ts";
import { normalPayload } from "./normal_payload.ts";
import type { SealedEvent } from "./trace_event.ts";
import { isTimeText } from "./time_text.ts";
import { TraceStoreError } from "./trace_store_error.ts";

/** A log that was made sure of. */
export interface CheckedLog {
  /** The events, in order, each a copy. */
  readonly events: SealedEvent[];
  /** The next number of each stream after them. */
  readonly next: Map<string, number>;
}

/**
 * Makes sure that a log may be loaded: every event sealed, and the numbers of each stream 0, 1, 2 and so on.
 *
 * @param log The events in order.
 * @throws {TraceStoreError} `INVALID_LOG` if not; `INVALID_EVENT` for an event out of the domain.
 */
export async function checkLog(
  log: Iterable<SealedEvent> | AsyncIterable<SealedEvent>,
): Promise<CheckedLog> {
  const events: SealedEvent[] = [];
  const next = new Map<string, number>();
  for await (const event of checkedEvents(log, next)) events.push(event);
  return { events, next };
}

/**
 * Does what {@linkcode checkLog} does event by event, so that a long log need not be in memory at once.
 *
 * @param log The events in order.
 * @param next Is filled with the next number of each stream; complete at the end.
 * @returns The events, in order, each a copy.
 * @throws {TraceStoreError} `INVALID_LOG` if not; `INVALID_EVENT` for an event out of the domain.
 * @throws {TypeError} If the log cannot be gone through.
 */
export async function* checkedEvents(
  log: Iterable<SealedEvent> | AsyncIterable<SealedEvent>,
  next: Map<string, number>,
): AsyncGenerator<SealedEvent> {
  checkIterable("the log", "events", log);
  let index = 0;
  for await (const event of log) {
    const { type, stream, payload, seq, ts } = Object(event) as SealedEvent;
    requireSealed(seq, ts, index);
    checkName(type, "type", `log[${index}].type`);
    checkName(stream, "stream", `log[${index}].stream`);
    const due = next.get(stream) ?? 0;
    if (seq !== due) {
      throw invalid(index, `its 'seq' must be ${due} in the stream '${stream}': it is ${seq}`);
    }
    next.set(stream, seq + 1);
    yield { type, stream, payload: normalPayload(payload, `log[${index}].payload`), seq, ts };
    index++;
  }
}

function requireSealed(seq: unknown, ts: unknown, index: number): void {
  if (!Number.isSafeInteger(seq)) throw invalid(index, "it is not sealed: it has no whole 'seq'");
  if (!isTimeText(ts)) {
    throw invalid(index, "it is not sealed: its 'ts' is no time in UTC with milliseconds");
  }
}

function invalid(index: number, why: string): TraceStoreError {
  return new TraceStoreError("INVALID_LOG", `Cannot load event ${index} of the log as ${why}`, {
    index,
  });
}
