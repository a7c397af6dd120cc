import type { ResultCitation } from "./model_result.ts";

/** A text of an answer. */
export interface TextBlock {
  /** Tells the kinds of blocks apart. */
  readonly type: "text";
  /** The text. */
  readonly text: string;
  /** Its sources. */
  readonly citations: readonly ResultCitation[];
}

/** A piece of reasoning of an answer. */
export interface ReasoningBlock {
  /** Tells the kinds of blocks apart. */
  readonly type: "reasoning";
  /** The text; empty for a redacted block. */
  readonly text: string;
  /** The provider's proof of the block. */
  readonly signature: string | undefined;
  /** The encrypted block. */
  readonly redacted: string | undefined;
}

/** A call of a tool. */
export interface ToolCallBlock {
  /** Tells the kinds of blocks apart. */
  readonly type: "tool_call";
  /** The id that the result gave; a surface makes one of its provider's form if there is none. */
  readonly id: string | undefined;
  /** The tool's name. */
  readonly name: string;
  /** The JSON text of the arguments, or the free text of a custom call. */
  readonly arguments: string;
  /** Whether it is a call of a custom tool, whose input is free text. */
  readonly custom: boolean;
}

/** The words by which a model refuses. */
export interface RefusalBlock {
  /** Tells the kinds of blocks apart. */
  readonly type: "refusal";
  /** The words. */
  readonly text: string;
}

/** One block of an answer, made regular. */
export type AnswerBlock = TextBlock | ReasoningBlock | ToolCallBlock | RefusalBlock;

/** One answer of a model, made regular: what `max_tokens` and `stop` leave of a result. */
export interface AnswerChoice {
  /** The blocks in order. */
  readonly blocks: readonly AnswerBlock[];
  /** A neutral reason, or a provider's own word, to be sent as it is. */
  readonly reason: string;
  /** The stop text that ended the answer, if one did. */
  readonly stopText: string | undefined;
}
