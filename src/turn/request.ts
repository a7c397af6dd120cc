import type { ReasoningBlock, ToolCall, TurnEvent } from "./turn.ts";

/** What the operator tells the model. */
export interface SystemMessage {
  /** Who speaks. */
  readonly role: "system";
  /** The text. */
  readonly content: string;
}

/** What the user says. */
export interface UserMessage {
  /** Who speaks. */
  readonly role: "user";
  /** The text. */
  readonly content: string;
}

/** What the model said in an earlier turn. */
export interface AssistantMessage {
  /** Who speaks. */
  readonly role: "assistant";
  /** The text. */
  readonly content?: string | undefined;
  /** The blocks of reasoning, which some providers ask to see again. */
  readonly reasoning?: readonly ReasoningBlock[] | undefined;
  /** The tool calls. */
  readonly toolCalls?: readonly ToolCall[] | undefined;
}

/** What a tool gave back. */
export interface ToolMessage {
  /** Who speaks. */
  readonly role: "tool";
  /** The `id` of the call this answers. */
  readonly toolCallId: string;
  /** The tool's result as text. */
  readonly content: string;
  /**
   * Whether the tool failed. Anthropic and Gemini are told so; on the other wires `content` alone says
   * it.
   *
   * @default {false}
   */
  readonly isError?: boolean | undefined;
}

/** One message of a conversation. */
export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

/** A tool the model may call. */
export interface ToolSpec {
  /** The tool's name. */
  readonly name: string;
  /** What it does, for the model to read. */
  readonly description?: string | undefined;
  /** The JSON Schema of its arguments, an object schema. */
  readonly parameters: { readonly [key: string]: unknown };
}

/**
 * Whether the model may, must or must not call tools. What a wire cannot say is refused with a
 * `ConfigError`: Ollama's has no tool choice, so that `required` cannot be sent there, and `tool` only
 * offers the one tool alone.
 */
export interface ToolChoice {
  /** `auto`: it decides; `none`: no tool; `required`: some tool; `tool`: the one named. */
  readonly mode: "auto" | "none" | "required" | "tool";
  /** The tool's name, with mode `tool`. */
  readonly name?: string | undefined;
}

/** What is asked of a model. */
export interface TurnRequest {
  /** The model's name; the adapter's own default if left out. */
  readonly model?: string | undefined;
  /** The conversation so far. */
  readonly messages: readonly Message[];
  /** The tools the model may call. */
  readonly tools?: readonly ToolSpec[] | undefined;
  /** Whether it may, must or must not call them. */
  readonly toolChoice?: ToolChoice | undefined;
  /** The most tokens to write. */
  readonly maxTokens?: number | undefined;
  /** The sampling temperature. */
  readonly temperature?: number | undefined;
  /** Texts at which to stop. OpenAI's Responses have none: there it is a `ConfigError`. */
  readonly stop?: readonly string[] | undefined;
}

/** How to run a call. */
export interface StreamOptions {
  /** Ends the call; the stream then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * A model behind an adapter. A stream ends by exactly one `finish` event, which is the last, or by
 * throwing. Leaving its loop early, or aborting the signal, releases the response.
 */
export interface Model {
  /**
   * Asks for one turn.
   *
   * @param request What is asked.
   * @param options How to run the call.
   */
  stream(request: TurnRequest, options?: StreamOptions): AsyncIterable<TurnEvent>;
}
