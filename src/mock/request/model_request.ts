/** One message of a {@linkcode ModelRequest}, as the chat completions API has it. */
export interface ModelMessage {
  /** Who speaks: `system`, `developer`, `user`, `assistant`, `tool`. */
  readonly role: string;
  /** What is said: a text, a list of parts, or nothing. */
  readonly content?: unknown;
  /** The calls of an assistant's message. */
  readonly tool_calls?: unknown;
  /** The call that a tool's message answers. */
  readonly tool_call_id?: string;
  /** Whatever else the client sent. */
  readonly [key: string]: unknown;
}

/**
 * A request to a model, as rules and generators see it: the form of the chat completions API,
 * whichever provider's API it came by. Frozen, with `stream` always there and nothing `undefined`.
 */
export interface ModelRequest {
  /** The model's name, as the client sent it. */
  readonly model: string;
  /** The conversation; at least one message. */
  readonly messages: readonly ModelMessage[];
  /** Whether the answer is to be streamed. */
  readonly stream: boolean;
  /** The tools the client offers. */
  readonly tools?: readonly unknown[];
  /** `include_usage` asks for the tokens at the end of a stream. */
  readonly stream_options?: { readonly include_usage?: boolean };
  /** Whatever else the client sent. */
  readonly [key: string]: unknown;
}

/** What {@linkcode snapshotRequest} takes: a {@linkcode ModelRequest} before it is made regular. */
export interface ModelRequestInit {
  /** The model's name. */
  readonly model: string;
  /** The conversation; at least one message. */
  readonly messages: readonly {
    readonly role: string;
    readonly content?: unknown;
    readonly tool_calls?: unknown;
    readonly tool_call_id?: string | undefined;
    readonly [key: string]: unknown;
  }[];
  /** Whether the answer is to be streamed. @default {false} */
  readonly stream?: boolean | null | undefined;
  /** The tools the client offers. */
  readonly tools?: readonly unknown[] | undefined;
  /** `include_usage` asks for the tokens at the end of a stream. */
  readonly stream_options?: { readonly include_usage?: boolean | undefined } | undefined;
  /** Whatever else a client may send. */
  readonly [key: string]: unknown;
}
