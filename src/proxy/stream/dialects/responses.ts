import { type Bytes, toBytes } from "../../../bytes.ts";
import { arrayOf, isObject, type JsonObject, stringOf } from "../../../wire/json.ts";
import type { Dialect, SignReader, StreamProblem } from "../dialect.ts";
import { type EventSigns, NO_SIGNS } from "../event_signs.ts";
import { hasContent } from "../has_content.ts";
import { parseData } from "../parse_data.ts";
import type { StreamEvent } from "../stream_event.ts";

/** `POST /v1/responses`. */
export const responses: Dialect = {
  name: "responses",
  newReader: () => new ResponseReader(),
  // Its last event holds the whole answer, and nobody can make it up.
  endMarker: undefined,
  answerSigns,
  errorEvent,
};

/** What only announces that something will be said. */
const ANNOUNCEMENTS: ReadonlySet<string> = new Set([
  "response.created",
  "response.queued",
  "response.in_progress",
  "response.output_item.added",
  "response.content_part.added",
  "response.reasoning_summary_part.added",
  "keepalive",
]);

class ResponseReader implements SignReader {
  read({ name, data }: StreamEvent): EventSigns {
    const event = parseData(data);
    if (event === undefined) {
      if (data?.trim() === "[DONE]") return { done: true };
      return name === "error" ? { error: data } : NO_SIGNS;
    }
    const type = stringOf(event.type) || name;
    if (type === "error") return { error: event.error ?? event };
    if (type === "response.failed") return { error: errorOf(event) };
    if (type === "response.completed" || type === "response.incomplete") {
      const signs = isObject(event.response) ? answerSigns(event.response) : NO_SIGNS;
      return { ...signs, finished: true, done: true };
    }
    return ANNOUNCEMENTS.has(type) ? NO_SIGNS : { output: says(event) };
  }
}

/** What an event has besides what it says. */
const AROUND: ReadonlySet<string> = new Set([
  "type",
  "item_id",
  "output_index",
  "content_index",
  "summary_index",
  "sequence_number",
  "response_id",
  "logprobs",
  "obfuscation",
  "part",
  "item",
]);

function says(event: JsonObject): boolean {
  return isSaid(event.item) || partSays(event.part) ||
    Object.entries(event).some(([name, value]) => !AROUND.has(name) && hasContent(value));
}

/** A message, or a thought, may be empty; whatever else an item is, it is an act. */
function isSaid(item: unknown): boolean {
  if (!isObject(item)) return false;
  if (item.type === "message") return arrayOf(item.content).some(partSays);
  if (item.type !== "reasoning") return true;
  const { content, summary, encrypted_content: hidden } = item;
  return [...arrayOf(content), ...arrayOf(summary)].some(partSays) || hasContent(hidden);
}

function partSays(part: unknown): boolean {
  if (!isObject(part)) return false;
  const { type: _type, annotations: _annotations, logprobs: _logprobs, ...said } = part;
  return hasContent(said);
}

function errorOf({ response }: JsonObject): unknown {
  const error = isObject(response) ? response.error : undefined;
  return error ?? { message: "The response failed" };
}

function answerSigns(answer: JsonObject): EventSigns {
  const status = stringOf(answer.status);
  const usage = isObject(answer.usage) ? answer.usage : {};
  return {
    error: status === "failed" ? answer.error ?? { message: "The response failed" } : undefined,
    output: arrayOf(answer.output).some(isSaid),
    // One made in the background is told before it is made.
    finished: status !== "" && status !== "failed",
    emptyIsLegal: status !== "completed",
    outputTokens: typeof usage.output_tokens === "number" ? usage.output_tokens : undefined,
  };
}

function errorEvent({ code, message }: StreamProblem): Bytes {
  const event = { type: "error", code, message, param: null, sequence_number: 0 };
  return toBytes(`event: error\ndata: ${JSON.stringify(event)}\n\n`);
}
