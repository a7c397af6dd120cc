import type { Finish } from "./finish.ts";

/** A piece of the answer's text. */
export interface TextEvent {
  /** Tells the kinds of events apart. */
  readonly type: "text";
  /** The piece. */
  readonly text: string;
}

/**
 * A piece of the model's reasoning. A `signature` closes the block it stands in; `redacted` is a
 * whole block of its own that only the provider can read.
 */
export interface ReasoningEvent {
  /** Tells the kinds of events apart. */
  readonly type: "reasoning";
  /** The piece; empty where only a signature or redacted data arrives. */
  readonly text: string;
  /** The provider's proof of the block, to be sent back with it. */
  readonly signature?: string;
  /** The encrypted block, to be sent back as it is. */
  readonly redacted?: string;
}

/** A piece of a tool call. The pieces of one call share its `index`. */
export interface ToolCallEvent {
  /** Tells the kinds of events apart. */
  readonly type: "tool_call";
  /** Which call of the turn this is, from 0 by first appearance. */
  readonly index: number;
  /** The provider's id of the call, on one of its pieces. */
  readonly id?: string;
  /** The tool's name, on one of its pieces. */
  readonly name?: string;
  /** A fragment of the arguments' JSON text. */
  readonly arguments: string;
}

/** The end of the turn. Exactly one, and last. */
export interface FinishEvent {
  /** Tells the kinds of events apart. */
  readonly type: "finish";
  /** Why the turn ended and what it used. */
  readonly finish: Finish;
}

/** One event of a streamed turn, the same for every provider. */
export type TurnEvent = TextEvent | ReasoningEvent | ToolCallEvent | FinishEvent;

/** A block of reasoning, whole. */
export interface ReasoningBlock {
  /** The text; empty for a redacted block. */
  readonly text: string;
  /** The provider's proof of the block. */
  readonly signature?: string;
  /** The encrypted block. */
  readonly redacted?: string;
}

/** A tool call, whole: its arguments are complete JSON. */
export interface ToolCall {
  /** The provider's id, or a free `call_N` by position where the provider gives none. */
  readonly id: string;
  /** The tool's name. */
  readonly name: string;
  /** The JSON text of the arguments as the provider sent it; `{}` where it sent none. */
  readonly arguments: string;
}

/** One whole answer of a model. */
export interface Turn {
  /** The blocks of reasoning in order. */
  readonly reasoning: readonly ReasoningBlock[];
  /** All text, joined. */
  readonly text: string;
  /** The tool calls, in order of first appearance. */
  readonly toolCalls: readonly ToolCall[];
  /** Why the turn ended and what it used. */
  readonly finish: Finish;
}
