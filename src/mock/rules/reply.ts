import type { Delivery } from "../delivery/delivery_plan.ts";
import type { RetryAfter } from "../delivery/retry_headers.ts";
import type { Problem } from "../providers/problem.ts";
import type { ModelRequest } from "../request/model_request.ts";
import type { JsonValue, ModelResult } from "../result/model_result.ts";
import type { CapturedFrame } from "../recording/captured_frame.ts";
import type { CallFacts } from "./criteria.ts";

/** What a generator is given besides the request. */
export interface GeneratorContext extends CallFacts {
  /** Which call of the mock this is, from 1. */
  readonly callNumber: number;
  /** Which of the answers asked for this is, from 0; more than one where `n` is. */
  readonly choice: number;
  /** Gives a number from 0 (included) to 1 (not), decided by the mock's seed and the call. */
  random(): number;
  /** The time now, in milliseconds since 1970. */
  now(): number;
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal | undefined;
}

/** Makes a result from a request; a text is a result with this content. */
export type Generator = (
  request: ModelRequest,
  context: GeneratorContext,
) => ModelResult | string | Promise<ModelResult | string>;

/** A response that is no turn, or one that fails before it begins. */
export interface ResponseDescription {
  /** The HTTP status. @default {200, or the provider's status for the problem} */
  readonly status?: number | undefined;
  /** More headers; they win over the provider's own. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** What the provider says went wrong, sent in its own form. */
  readonly problem?: Problem | undefined;
  /** When the client is told to try again, and whether; other `headers` win. */
  readonly retryAfter?: RetryAfter | undefined;
  /** The body, in place of a problem: a text as it is, anything else as JSON. */
  readonly body?: JsonValue | undefined;
  /** The content type of the body. @default {JSON for a value, plain text for a text} */
  readonly contentType?: string | undefined;
  /**
   * Whether the connection fails before any answer. (Over a port on Deno, whose server cannot do that, the
   * connection breaks after the head of one.) @default {false}
   */
  readonly networkError?: boolean | undefined;
  /** Whether no answer ever comes. @default {false} */
  readonly hang?: boolean | undefined;
  /** How long to wait first, in milliseconds. @default {0} */
  readonly delayMs?: number | undefined;
}

/** What a rule answers with: exactly one of the first five. */
export interface Reply {
  /** A result that is always the same; a text is a result with this content. */
  readonly result?: ModelResult | string | undefined;
  /** What makes a result from the request. */
  readonly generator?: Generator | undefined;
  /** A failure, or any other response. */
  readonly response?: ResponseDescription | undefined;
  /** A vector, for requests of embeddings. */
  readonly embedding?: readonly number[] | undefined;
  /**
   * A stream as it was captured, delivered as others are. A request that is not streamed gets the `body`, and is
   * refused if there is none.
   */
  readonly frames?: readonly CapturedFrame[] | undefined;
  /** What a request gets that is not streamed, beside `frames`. */
  readonly body?: JsonValue | undefined;
  /** How the answer is delivered; stands before the mock's own. */
  readonly delivery?: Delivery | undefined;
}
