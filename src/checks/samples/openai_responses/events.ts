import type { SseEvent } from "../../../sse/sse_event.ts";
import { frameOf } from "../../../wire/frame.ts";

/** An event, named like its type. */
export function event(type: string, fields: object = {}): SseEvent {
  return frameOf({ type, ...fields }, type);
}

/** A response in some state. */
export function response(status: string, more: object = {}): object {
  return {
    id: "turn-1",
    object: "response",
    created_at: 0,
    status,
    model: "model",
    output: [],
    error: null,
    incomplete_details: null,
    usage: null,
    ...more,
  };
}

/** A usage of 14 tokens read, three of them from the cache, and 7 written. */
export const USAGE = {
  input_tokens: 14,
  input_tokens_details: { cached_tokens: 3 },
  output_tokens: 7,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 21,
};

/** Begins the response. */
export const CREATED: SseEvent = event("response.created", { response: response("in_progress") });

/** Ends the response with this output. */
export function completed(output: readonly object[], usage: object = USAGE): SseEvent {
  return event("response.completed", { response: response("completed", { output, usage }) });
}

/** Ends the response before it is whole. */
export function incomplete(reason: string, output: readonly object[] = []): SseEvent {
  const more = { incomplete_details: { reason }, output, usage: USAGE };
  return event("response.incomplete", { response: response("incomplete", more) });
}

/** A message with its text. */
export function message(text: string, status = "completed", index = 0): object {
  const content = [{ type: "output_text", text, annotations: [] }];
  return { id: `msg_${index}`, type: "message", status, role: "assistant", content };
}

/** A call with its arguments. */
export function call(
  index: number,
  id: string,
  name: string,
  json: string,
  status = "completed",
): object {
  return { id: `fc_${index}`, type: "function_call", status, call_id: id, name, arguments: json };
}

/** Tells that an item begins. */
export function added(index: number, item: object): SseEvent {
  return event("response.output_item.added", { output_index: index, item });
}

/** Tells that an item is over. */
export function done(index: number, item: object): SseEvent {
  return event("response.output_item.done", { output_index: index, item });
}

/** A piece of a message's text. */
export function text(delta: string, index = 0): SseEvent {
  const place = { item_id: `msg_${index}`, output_index: index, content_index: 0 };
  return event("response.output_text.delta", { ...place, delta, logprobs: [] });
}

/** A piece of a call's arguments. */
export function json(index: number, delta: string): SseEvent {
  const place = { item_id: `fc_${index}`, output_index: index };
  return event("response.function_call_arguments.delta", { ...place, delta });
}

/** The arguments of a call as a whole. */
export function jsonDone(index: number, whole: string): SseEvent {
  const place = { item_id: `fc_${index}`, output_index: index };
  return event("response.function_call_arguments.done", { ...place, arguments: whole });
}

/** All events of a message, given in these pieces. */
export function messageEvents(pieces: readonly string[], index = 0): SseEvent[] {
  const whole = pieces.join("");
  const place = { item_id: `msg_${index}`, output_index: index, content_index: 0 };
  const part = (text: string) => ({ part: { type: "output_text", text, annotations: [] } });
  return [
    added(index, { ...message("", "in_progress", index), content: [] }),
    event("response.content_part.added", { ...place, ...part("") }),
    ...pieces.map((piece) => text(piece, index)),
    event("response.output_text.done", { ...place, text: whole, logprobs: [] }),
    event("response.content_part.done", { ...place, ...part(whole) }),
    done(index, message(whole, "completed", index)),
  ];
}

/** All events of a call, its arguments given in these pieces. */
export function callEvents(
  index: number,
  id: string,
  name: string,
  pieces: readonly string[],
): SseEvent[] {
  const whole = pieces.join("");
  return [
    added(index, call(index, id, name, "", "in_progress")),
    ...pieces.map((piece) => json(index, piece)),
    jsonDone(index, whole),
    done(index, call(index, id, name, whole)),
  ];
}

/** A reasoning item with its summary. */
export function summary(...texts: readonly string[]): object {
  const parts = texts.map((text) => ({ type: "summary_text", text }));
  return { id: "rs_0", type: "reasoning", summary: parts };
}

/** All events of a reasoning item with a summary. */
export function summaryEvents(text: string): SseEvent[] {
  const place = { item_id: "rs_0", output_index: 0, summary_index: 0 };
  const part = (text: string) => ({ part: { type: "summary_text", text } });
  return [
    added(0, summary()),
    event("response.reasoning_summary_part.added", { ...place, ...part("") }),
    event("response.reasoning_summary_text.delta", { ...place, delta: text }),
    event("response.reasoning_summary_text.done", { ...place, text }),
    event("response.reasoning_summary_part.done", { ...place, ...part(text) }),
    done(0, summary(text)),
  ];
}

/** A whole message "Hello". */
export const HELLO: readonly SseEvent[] = messageEvents(["Hello"]);
/** The normal end of a turn that says "Hello". */
export const END: SseEvent = completed([message("Hello")]);
