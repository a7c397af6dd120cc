import type { Json, SealedEvent } from "../store/trace_event.ts";
import { canonicalJson } from "./canonical_json.ts";
import { shown } from "../shown.ts";
import type { Message } from "../turn/request.ts";
import type { ReasoningBlock } from "../turn/turn.ts";
import { RECORD_STREAMS } from "./graph.ts";
import type { RecordPayloads, RecordType } from "./graph.ts";
import type { Trace } from "./trace.ts";

/** A record of a turn: an event whose payload is known. */
export type TurnRecord<T extends RecordType = RecordType> = {
  [Type in T]: Omit<SealedEvent, "type" | "payload"> & {
    readonly type: Type;
    readonly payload: RecordPayloads[Type];
  };
}[T];

/**
 * Tells whether an event is a record of a turn, of one kind. An event of the same type in another stream is none.
 *
 * @param event The event.
 * @param type The kind.
 */
export function isRecord<T extends RecordType>(
  event: SealedEvent | TurnRecord,
  type: T,
): event is TurnRecord<T> & SealedEvent {
  return event.type === type && event.stream === RECORD_STREAMS[type];
}

/**
 * Gives the events of the latest turn: from its input on.
 *
 * @example
 * ```ts
 * import { latestTurn } from "@wholeturn/wholeturn/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const ts = "2026-01-01T00:00:00.000Z";
 * const [first, end, second] = [
 *   { type: "input", stream: "turn", payload: "Hi", seq: 0, ts },
 *   { type: "turn_end", stream: "turn", payload: null, seq: 1, ts },
 *   { type: "input", stream: "turn", payload: "Bye", seq: 2, ts },
 * ] as const;
 * assertEquals(latestTurn([first, end, second]), [second]);
 * ```
 *
 * @param trace The events of the thread.
 * @returns They; none if there is no turn yet.
 * @throws {TypeError} If the trace is no list.
 */
export function latestTurn(trace: Trace): Trace {
  requireList(trace);
  const start = trace.findLastIndex((event) => isRecord(event, "input"));
  return start < 0 ? [] : trace.slice(start);
}

/** Tells whether the latest turn of a thread has not ended. */
export function isTurnOpen(trace: Trace): boolean {
  const turn = latestTurn(trace);
  return turn.length > 0 && !turn.some((event) => isEnd(event));
}

/**
 * Gives the last record of a kind in the latest turn.
 *
 * @param trace The events of the thread.
 * @param type The kind.
 */
export function lastRecord<T extends RecordType>(
  trace: Trace,
  type: T,
): TurnRecord<T> | undefined {
  return latestTurn(trace).findLast((event) => isRecord(event, type)) as TurnRecord<T> | undefined;
}

/**
 * Gives the calls of the last answer of the turn that have no result yet, in order.
 *
 * @param trace The events of the thread.
 */
export function openToolCalls(
  trace: Trace,
): RecordPayloads["model_call"]["output"]["toolCalls"] {
  const done = new Set(
    latestTurn(trace).flatMap((event) =>
      isRecord(event, "tool_result") ? [event.payload.callId] : []
    ),
  );
  const calls = lastRecord(trace, "model_call")?.payload.output.toolCalls ?? [];
  return calls.filter(({ id }) => !done.has(id));
}

/**
 * Gives the conversation of a thread as a model is to read it: inputs as what the user says (a text as it is, any other
 * value as its canonical JSON), answers and results of tools. Turns that failed are left out.
 *
 * @example
 * ```ts
 * import { messagesOf } from "@wholeturn/wholeturn/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const ts = "2026-01-01T00:00:00.000Z";
 * const trace = [{ type: "input", stream: "turn", payload: "Hi", seq: 0, ts }];
 * assertEquals(messagesOf(trace), [{ role: "user", content: "Hi" }]);
 * ```
 *
 * @param trace The events of the thread.
 * @throws {TypeError} If the trace is no list.
 */
export function messagesOf(trace: Trace): Message[] {
  requireList(trace);
  requireEvents(trace);
  return turnsOf(trace)
    .filter((turn) => !turn.some((event) => isRecord(event, "failure")))
    .flatMap((turn) => turn.flatMap(messagesFrom));
}

function requireList(trace: unknown): void {
  if (Array.isArray(trace)) return;
  throw new TypeError(`Cannot read a trace as it must be a list of events: got ${shown(trace)}`);
}

function requireEvents(trace: Trace): void {
  const odd = trace.findIndex((event: unknown) => typeof event !== "object" || event === null);
  if (odd < 0) return;
  throw new TypeError(
    `Cannot read a trace as event ${odd} must be an event: got ${shown(trace[odd])}`,
  );
}

/** Events may be of another runtime's making, or of a test's. */
function outputOf(payload: unknown): RecordPayloads["model_call"]["output"] {
  const { output } = Object(payload) as Partial<RecordPayloads["model_call"]>;
  if (typeof output?.content === "string" && Array.isArray(output.toolCalls)) return output;
  throw new TypeError(
    "Cannot read a trace as a 'model_call' must have an 'output' with 'content' and 'toolCalls': " +
      `got ${shown(output)}`,
  );
}

function turnsOf(trace: Trace): SealedEvent[][] {
  const turns: SealedEvent[][] = [];
  for (const event of trace) {
    if (isRecord(event, "input")) turns.push([event]);
    else turns.at(-1)?.push(event);
  }
  return turns;
}

function messagesFrom(event: SealedEvent): Message[] {
  if (isRecord(event, "input")) return [{ role: "user", content: textOf(event.payload) }];
  if (isRecord(event, "model_call")) {
    const { content, toolCalls, reasoning } = outputOf(event.payload);
    return [{
      role: "assistant",
      content,
      ...(toolCalls.length === 0 ? {} : { toolCalls }),
      ...(reasoning === undefined ? {} : { reasoning: reasoning as readonly ReasoningBlock[] }),
    }];
  }
  if (!isRecord(event, "tool_result")) return [];
  const { callId, result, isError } = event.payload;
  return [{
    role: "tool",
    toolCallId: callId,
    content: textOf(result),
    ...(isError ? { isError } : {}),
  }];
}

function isEnd(event: SealedEvent): boolean {
  return isRecord(event, "turn_end") || isRecord(event, "failure");
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : canonicalJson(value);
}
