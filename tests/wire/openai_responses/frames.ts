/** The payloads of the events of OpenAI's Responses API, as the provider writes them. */

/** The first event of a response. */
export function created(id: string): object {
  return {
    type: "response.created",
    sequence_number: 0,
    response: { id, object: "response", status: "in_progress", error: null, output: [] },
  };
}

/** The first event. */
export const CREATED: object = created("resp_1");

/** Tells of an item. */
export function added(index: unknown, item: unknown): object {
  return { type: "response.output_item.added", output_index: index, item };
}

/** Tells the whole of an item. */
export function done(index: unknown, item: unknown): object {
  return { type: "response.output_item.done", output_index: index, item };
}

/** Where a piece belongs. */
export function place(id: unknown, index: unknown, part: unknown = 0): object {
  return { item_id: id, output_index: index, content_index: part };
}

/** A piece of text of the message at an index. */
export function says(delta: unknown, index: number = 0, part: number = 0): object {
  return { type: "response.output_text.delta", ...place(`msg_${index}`, index, part), delta };
}

/** The whole text of the message at an index. */
export function states(text: unknown, index: number = 0): object {
  return { type: "response.output_text.done", ...place(`msg_${index}`, index), text };
}

/** A message item. */
export function message(index: number, ...texts: string[]): object {
  return {
    id: `msg_${index}`,
    type: "message",
    status: "completed",
    role: "assistant",
    content: texts.map((text) => ({ type: "output_text", annotations: [], text })),
  };
}

/** The message at an index, from its beginning to its end. */
export function said(text: string, index: number = 0): object[] {
  return [
    added(index, message(index)),
    {
      type: "response.content_part.added",
      ...place(`msg_${index}`, index),
      part: { type: "output_text", text: "" },
    },
    says(text, index),
    states(text, index),
    done(index, message(index, text)),
  ];
}

/** A function call item. */
export function call(
  index: number,
  id: string,
  name: string,
  args = "",
  more: object = {},
): object {
  return { id: `fc_${index}`, type: "function_call", call_id: id, name, arguments: args, ...more };
}

/** A piece of the arguments of the call at an index. */
export function args(delta: unknown, index: number = 0): object {
  return {
    type: "response.function_call_arguments.delta",
    item_id: `fc_${index}`,
    output_index: index,
    delta,
  };
}

/** The whole arguments of the call at an index. */
export function statesArgs(whole: unknown, index: number = 0): object {
  return {
    type: "response.function_call_arguments.done",
    item_id: `fc_${index}`,
    output_index: index,
    arguments: whole,
  };
}

/** A call, from its beginning to its end. */
export function called(index: number, id: string, name: string, ...fragments: string[]): object[] {
  const whole = fragments.join("");
  return [
    added(index, call(index, id, name)),
    ...fragments.map((fragment) => args(fragment, index)),
    statesArgs(whole, index),
    done(index, call(index, id, name, whole)),
  ];
}

/** The end of a response that completed. Without items it states nothing of them. */
export function completes(output: unknown = [], more: object = {}): object {
  return {
    type: "response.completed",
    response: { id: "resp_1", status: "completed", error: null, output, ...more },
  };
}

/** The end of a response that did not complete. */
export function stopsAt(reason: unknown, more: object = {}): object {
  return {
    type: "response.incomplete",
    response: {
      id: "resp_1",
      status: "incomplete",
      error: null,
      incomplete_details: { reason },
      output: [],
      ...more,
    },
  };
}

/** The end of a response that failed. */
export function fails(code: string): object {
  return {
    type: "response.failed",
    response: {
      id: "resp_1",
      status: "failed",
      error: { code, message: "Overloaded" },
      usage: { input_tokens: 3, output_tokens: 1 },
    },
  };
}

/** The end of a response that failed for the usual reason. */
export const FAILED: object = fails("server_error");
