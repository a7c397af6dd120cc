import { type Bytes, toBytes } from "../../../bytes.ts";
import { arrayOf, isObject, type JsonObject, stringOf } from "../../../wire/json.ts";
import type { Dialect, StreamProblem } from "../dialect.ts";
import { type EventSigns, NO_SIGNS } from "../event_signs.ts";
import { hasContent } from "../has_content.ts";
import { parseData } from "../parse_data.ts";
import type { StreamEvent } from "../stream_event.ts";

/** The reasons that end an answer which need not say anything. */
const EMPTY_REASONS: ReadonlySet<string> = new Set([
  "max_tokens",
  "model_context_window_exceeded",
  "pause_turn",
  "refusal",
  "stop_sequence",
  // A call of a tool that takes no arguments has a name only.
  "tool_use",
]);

/** `POST /v1/messages`. */
export const messages: Dialect = {
  name: "messages",
  newReader: () => ({ read: readEvent }),
  // Its last event is its own; without it the turn was cut.
  endMarker: undefined,
  answerSigns: (answer) => ({
    output: arrayOf(answer.content).some(isOutput),
    finished: stringOf(answer.stop_reason) !== "",
    emptyIsLegal: EMPTY_REASONS.has(stringOf(answer.stop_reason)),
    outputTokens: tokensOf(answer),
  }),
  errorEvent,
};

function readEvent({ name, data }: StreamEvent): EventSigns {
  const event = parseData(data);
  if (event === undefined) return name === "error" ? { error: data } : NO_SIGNS;
  const type = stringOf(event.type) || name;
  switch (type) {
    case "content_block_start":
      return { output: isOutput(event.content_block) };
    case "content_block_delta":
      return { output: isOutput(event.delta) };
    case "message_delta":
      return endSigns(event);
    case "message_stop":
      return { done: true };
    case "error":
      return { error: event.error ?? event };
    default:
      return NO_SIGNS;
  }
}

/** A block begins with its type, its id and its name; what is said comes after. */
function isOutput(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { type: _type, id: _id, name: _name, ...said } = value;
  return hasContent(said);
}

function endSigns(event: JsonObject): EventSigns {
  const reason = isObject(event.delta) ? stringOf(event.delta.stop_reason) : "";
  return {
    finished: reason !== "",
    emptyIsLegal: EMPTY_REASONS.has(reason),
    outputTokens: tokensOf(event),
  };
}

function tokensOf({ usage }: JsonObject): number | undefined {
  const tokens = isObject(usage) ? usage.output_tokens : undefined;
  return typeof tokens === "number" ? tokens : undefined;
}

function errorEvent({ code, message }: StreamProblem): Bytes {
  const event = { type: "error", error: { type: "api_error", message, code } };
  return toBytes(`event: error\ndata: ${JSON.stringify(event)}\n\n`);
}
