import type { FinishMap } from "../../turn/finish.ts";

/** Where a server that speaks the OpenAI chat wire differs from OpenAI itself. */
export interface OpenAiDialect {
  /** Its own words for the end of a turn, besides OpenAI's. */
  readonly finishMap?: FinishMap;
  /** The words by which it says that it failed. */
  readonly failures?: readonly string[];
  /** Whether it ends a stream with `[DONE]`. @default {"required"} */
  readonly terminator?: "required" | "optional";
  /**
   * What `[DONE]` without a finish reason means: the end of a turn whose server names no reasons, or a
   * failure that the server hid.
   *
   * @default {"stop"}
   */
  readonly doneAlone?: "stop" | "incomplete";
}

/** OpenAI's own words. */
export const OPENAI_FINISH_MAP: FinishMap = {
  stop: "stop",
  tool_calls: "tool_use",
  function_call: "tool_use",
  length: "length",
  content_filter: "filtered",
};

/** The name of a known dialect of the OpenAI chat wire. */
export type OpenAiDialectName =
  | "openai"
  | "azure"
  | "deepseek"
  | "openrouter"
  | "mistral"
  | "groq"
  | "ollama"
  | "llama.cpp";

/**
 * The known dialects. Reasoning fields, usage fields, error shapes and keep-alives differ in ways
 * that cannot be confused, so the one decoder reads them all; here stands only what it must be told.
 */
export const OPENAI_DIALECTS: Readonly<Record<OpenAiDialectName, OpenAiDialect>> = {
  openai: {},
  azure: {},
  deepseek: { failures: ["insufficient_system_resource"] },
  openrouter: { failures: ["error"] },
  mistral: { finishMap: { model_length: "length" }, failures: ["error"] },
  groq: {},
  ollama: {},
  // Its builds up to 2025 report a failure by a line `error: {…}`, which no reader of events sees, and
  // then send `[DONE]`. A turn of theirs always has a finish reason.
  "llama.cpp": { terminator: "optional", doneAlone: "incomplete" },
};
