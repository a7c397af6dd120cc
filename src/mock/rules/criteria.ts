import type { SurfaceId } from "../providers/surface_id.ts";
import type { ModelRequest } from "../request/model_request.ts";

/** What a text must be: one that contains this (in the same case), or one that this matches. */
export type TextCriterion = string | RegExp;

/** What is known about a call besides the request. */
export interface CallFacts {
  /** The endpoint it came by. */
  readonly surface: SurfaceId | "embeddings";
  /** The headers; empty for a call of `generate()`. */
  readonly headers: Headers;
  /** The texts of system and developer messages, joined by line feeds. */
  readonly instructions: string;
  /** The text of the last user message that has one. */
  readonly prompt: string;
  /** The names of the tools on offer. */
  readonly tools: readonly string[];
  /** What tools gave since the last user message. */
  readonly toolResults: readonly { readonly callId: string; readonly text: string }[];
  /** How many turns the model has had: the assistant's messages. */
  readonly turn: number;
  /** The form that the answer's text must have. */
  readonly form: "text" | "json" | "schema";
  /** Which test it belongs to (`X-Test-Id`); empty for none. */
  readonly testId: string;
  /**
   * The body as the client sent it, in its provider's form; the neutral request itself for a call of `generate()` and
   * for a text to make a vector of.
   */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Which calls a rule is for: those for which all that is given here holds. */
export interface Criteria {
  /** The model: exactly this name, or one that this matches. */
  readonly model?: string | RegExp | undefined;
  /** The endpoint, or several. */
  readonly surface?: CallFacts["surface"] | readonly CallFacts["surface"][] | undefined;
  /** The instructions, whichever way the provider has them; of several, all. */
  readonly instructions?: TextCriterion | readonly TextCriterion[] | undefined;
  /** The last user message's text. */
  readonly prompt?: TextCriterion | undefined;
  /** A tool that is on offer. */
  readonly tool?: string | undefined;
  /** Whether a tool has given something since the last user message, or which. */
  readonly toolResult?:
    | boolean
    | { readonly callId?: string | undefined; readonly text?: TextCriterion | undefined }
    | undefined;
  /** How many turns the model has had: 0 for the first call of a conversation. */
  readonly turn?: number | undefined;
  /** Whether the answer must be JSON; `"schema"`: by a schema. */
  readonly json?: boolean | "schema" | undefined;
  /** Headers. */
  readonly headers?: Readonly<Record<string, TextCriterion>> | undefined;
  /** Anything else. */
  readonly test?: ((request: ModelRequest, facts: CallFacts) => boolean) | undefined;
}
