/** A value of JSON. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined };

/** A call of a tool in a {@linkcode ModelResult}. */
export interface ResultToolCall {
  /** The tool's name. */
  readonly name: string;
  /** The arguments: a value, or the exact text to send. @default {{}} */
  readonly arguments?: JsonValue | undefined;
  /** The free text of a custom tool's call; then there are no arguments. */
  readonly input?: string | undefined;
  /** The id of the call; one is made if left out. */
  readonly id?: string | undefined;
}

/** A piece of reasoning in a {@linkcode ModelResult}. */
export interface ResultReasoning {
  /** The text. @default {""} */
  readonly text?: string | undefined;
  /** The provider's proof of the block, where the wire has one. */
  readonly signature?: string | undefined;
  /** The encrypted text of a block, in place of one that can be read. */
  readonly redacted?: string | undefined;
}

/** Where a text in a {@linkcode ModelResult} was taken from. */
export interface ResultCitation {
  /** The address of the source. */
  readonly url?: string | undefined;
  /** The title of the source. */
  readonly title?: string | undefined;
  /** The words of the source that are cited. */
  readonly text?: string | undefined;
  /** The first character it belongs to: of the text, or of its block's where there are blocks. @default {0} */
  readonly start?: number | undefined;
  /** The character after the last one. @default {the end of the text} */
  readonly end?: number | undefined;
}

/** One block of an answer, where their order matters. */
export type ResultBlock =
  | {
    readonly type: "text";
    readonly text: string;
    readonly citations?: readonly ResultCitation[] | undefined;
  }
  | ({ readonly type: "reasoning" } & ResultReasoning)
  | ({ readonly type: "tool_call" } & ResultToolCall)
  | { readonly type: "refusal"; readonly text: string };

/** The tokens an answer is said to have used; those left out are counted. */
export interface ResultUsage {
  /** Tokens read that came from no cache. */
  readonly input?: number | undefined;
  /** Tokens written, reasoning included. */
  readonly output?: number | undefined;
  /** Of those written, the tokens of reasoning. */
  readonly reasoning?: number | undefined;
  /** Tokens read from the provider's prompt cache. */
  readonly cacheRead?: number | undefined;
  /** Tokens read and put into the provider's prompt cache. */
  readonly cacheWrite?: number | undefined;
}

/**
 * What a model answers, said once for every provider's API. The parts are sent in the order
 * reasoning, text, refusal, tool calls, unless `blocks` gives another.
 */
export interface ModelResult {
  /** The text; any other value of JSON is sent as its text. */
  readonly content?: JsonValue | undefined;
  /** The reasoning before the text. */
  readonly reasoning?: string | readonly ResultReasoning[] | undefined;
  /** The calls of tools. */
  readonly toolCalls?: readonly ResultToolCall[] | undefined;
  /** The words by which the model refuses. */
  readonly refusal?: string | undefined;
  /** The sources of the text. */
  readonly citations?: readonly ResultCitation[] | undefined;
  /** The blocks of the answer in order, in place of the members above. */
  readonly blocks?: readonly ResultBlock[] | undefined;
  /**
   * Why the turn ends: `stop`, `tool_use`, `length`, `filtered`, or a provider's own word, sent as it
   * is. By default `tool_use` if there are calls, else `stop`.
   */
  readonly finishReason?: string | undefined;
  /** The tokens; those left out are counted. */
  readonly usage?: ResultUsage | undefined;
  /** The id of the response; one is made if left out. */
  readonly id?: string | undefined;
  /** The model that says it answered, for instance a dated name. @default {the request's} */
  readonly model?: string | undefined;
  /**
   * Whether it is sent even where it does not fit the request: text that is no JSON where JSON is asked for,
   * calls that `tool_choice` excludes, calls of other tools than those on offer, calls of strict tools with arguments
   * that break their schemas. Otherwise calls that are excluded are
   * left out, and what cannot be mended is refused.
   *
   * @default {false}
   */
  readonly unchecked?: boolean | undefined;
}
