/** The event that begins a turn. */
export const START: object = {
  id: "1",
  type: "message-start",
  delta: {
    message: { role: "assistant", content: [], tool_plan: "", tool_calls: [], citations: [] },
  },
};

/** An event with a message. */
export function event(type: string, message: unknown, index?: number): object {
  return { type, ...(index === undefined ? {} : { index }), delta: { message } };
}

/** A piece of text. */
export function said(text: unknown): object {
  return event("content-delta", { content: { text } }, 0);
}

/** A piece of thinking. */
export function thinks(thinking: unknown): object {
  return event("content-delta", { content: { thinking } }, 0);
}

/** The beginning of a call. */
export function begins(
  index: number | undefined,
  id: unknown,
  name: unknown,
  args: unknown = "",
): object {
  const call = { id, type: "function", function: { name, arguments: args } };
  return event("tool-call-start", { tool_calls: call }, index);
}

/** A piece of a call's arguments. */
export function adds(index: number | undefined, args: unknown): object {
  return event("tool-call-delta", { tool_calls: { function: { arguments: args } } }, index);
}

/** The end of a call. */
export function closes(index: number): object {
  return { type: "tool-call-end", index };
}

/** The event that ends a turn. */
export function ends(reason: unknown = "COMPLETE", more: object = {}): object {
  return { type: "message-end", delta: { finish_reason: reason, ...more } };
}
