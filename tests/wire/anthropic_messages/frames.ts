/** The payloads of Anthropic's events, as the provider writes them. */

/** The first event. */
export function starts(usage: unknown = { input_tokens: 10, output_tokens: 1 }): object {
  return {
    type: "message_start",
    message: {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "model",
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage,
    },
  };
}

/** Opens a block. */
export function opens(index: unknown, content: unknown): object {
  return { type: "content_block_start", index, content_block: content };
}

/** A piece of a block. */
export function piece(index: unknown, delta: unknown): object {
  return { type: "content_block_delta", index, delta };
}

/** Closes a block. */
export function closes(index: unknown): object {
  return { type: "content_block_stop", index };
}

/** Ends the content. */
export function ends(reason: unknown = "end_turn", usage: unknown = { output_tokens: 5 }): object {
  return { type: "message_delta", delta: { stop_reason: reason, stop_sequence: null }, usage };
}

/** Ends the turn. */
export const STOP = { type: "message_stop" };

/** What the provider sends to keep the connection open. */
export const PING = { type: "ping" };

/** An error as the provider writes it. */
export const OVERLOADED = {
  type: "error",
  error: { type: "overloaded_error", message: "Overloaded" },
  request_id: "req_1",
};

/** Opens a block of text and says something in it. */
export function says(text: string, index = 0): object[] {
  return [
    opens(index, { type: "text", text: "" }),
    piece(index, { type: "text_delta", text }),
  ];
}

/** A whole block of text. */
export function said(text: string, index = 0): object[] {
  return [...says(text, index), closes(index)];
}

/** Opens a call, and gives pieces of its arguments. */
export function calls(index: number, id: string, name: string, ...fragments: string[]): object[] {
  return [
    opens(index, { type: "tool_use", id, name, input: {} }),
    ...["", ...fragments].map((text) =>
      piece(index, { type: "input_json_delta", partial_json: text })
    ),
  ];
}

/** A whole call. */
export function called(index: number, id: string, name: string, ...fragments: string[]): object[] {
  return [...calls(index, id, name, ...fragments), closes(index)];
}
