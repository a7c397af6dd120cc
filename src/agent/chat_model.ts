import type { TurnRequest } from "../turn/request.ts";
import type { ReasoningBlock, ReasoningEvent, TextEvent, ToolCallEvent } from "../turn/turn.ts";
import type { Usage } from "../turn/usage.ts";

/** A call of a tool in a {@linkcode ModelOutput}. */
export interface OutputToolCall {
  /** The model's id of the call. A thread records one of its own, made of the place in its log. */
  readonly id?: string | undefined;
  /** The tool's name. */
  readonly name: string;
  /** The JSON text of the arguments. */
  readonly arguments: string;
}

/** One whole answer of a {@linkcode ChatModel}. */
export interface ModelOutput {
  /** The text. @default {""} */
  readonly content?: string | undefined;
  /** The blocks of reasoning, in order. */
  readonly reasoning?: readonly ReasoningBlock[] | undefined;
  /** The calls of tools, in order. */
  readonly toolCalls?: readonly OutputToolCall[] | undefined;
  /** The model that says it answered. */
  readonly model?: string | undefined;
  /** Why the turn ended: `stop`, `tool_use`, `length`, `filtered`, or the provider's own word. */
  readonly finishReason?: string | undefined;
  /** The tokens of the turn. */
  readonly usage?: Usage | undefined;
}

/** A piece of a streamed answer, before the whole. */
export type Fragment = TextEvent | ReasoningEvent | ToolCallEvent;

/** How to run a call of a model. */
export interface ChatCallOptions {
  /** The model asked for; by default the request's, or the provider's own. */
  readonly model?: string | undefined;
  /** Ends the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A model that agents talk to. */
export interface ChatModel {
  /**
   * Asks for one answer.
   *
   * @param request What is asked.
   * @param options How to run the call.
   */
  complete(request: TurnRequest, options?: ChatCallOptions): Promise<ModelOutput>;
}

/** A model that also gives its answers in pieces, as `ScriptedChatModel` does. */
export interface StreamingChatModel extends ChatModel {
  /**
   * Asks for one answer.
   *
   * @param request What is asked.
   * @param options How to run the call.
   * @returns Pieces, and last the whole answer.
   */
  streamComplete(
    request: TurnRequest,
    options?: ChatCallOptions,
  ): AsyncIterable<Fragment | ModelOutput>;
}
