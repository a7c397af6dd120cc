import type { Clock } from "../clock.ts";
import type { OpenAiDialectName } from "../wire/openai_chat/dialects.ts";
import type { DecodeOptions, WireId } from "../wire/wire.ts";

/** Options of {@linkcode fetchModel}. */
export interface FetchModelOptions extends DecodeOptions {
  /** The provider's format. */
  readonly wire: WireId;
  /**
   * Where the API is, as the provider's own SDK has it: with `/v1` for OpenAI, without for Anthropic;
   * for Gemini, Ollama and Cohere the host alone. A query is kept.
   */
  readonly baseUrl: string | URL;
  /** What sends the requests. @default {globalThis.fetch} */
  readonly fetch?: typeof fetch | undefined;
  /** The key, sent in the header the provider wants. Without one, no such header is sent. */
  readonly apiKey?: string | undefined;
  /** The model for requests that name none. */
  readonly model?: string | undefined;
  /** More headers; they win over the adapter's own. */
  readonly headers?: Headers | Readonly<Record<string, string>> | undefined;
  /** More members of every request's body; objects are merged, anything else wins over the own. */
  readonly extraBody?: { readonly [key: string]: unknown } | undefined;
  /** How many bytes a response may have. @default {33554432} */
  readonly maxBytes?: number | undefined;
  /** Whose dialect of the OpenAI chat wire; only with that wire. @default {"openai"} */
  readonly dialect?: OpenAiDialectName | undefined;
  /**
   * Where the time comes from: a `retry-after` date is compared to it, and it counts the second for
   * which the body of a failed answer is read.
   *
   * @default {systemClock}
   */
  readonly clock?: Clock | undefined;
}
