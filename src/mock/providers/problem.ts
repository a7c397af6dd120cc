/** What can be wrong with a request or a provider, in words that no provider uses alone. */
export type ProblemKind =
  | "invalid_request"
  | "authentication"
  | "permission"
  | "quota"
  | "not_found"
  | "too_large"
  | "rate_limit"
  | "server"
  | "overloaded"
  | "timeout";

/** Something a provider says went wrong; each provider has a form of its own for it. */
export interface Problem {
  /** What kind of thing it is. */
  readonly kind: ProblemKind;
  /** The HTTP status, if it is not the one the provider has for this kind. */
  readonly status?: number | undefined;
  /** The words for a person. */
  readonly message: string;
  /** The member of the request that is at fault; OpenAI alone tells it, as `error.param`. */
  readonly param?: string | undefined;
  /**
   * The provider's own code, if it is not the one for this kind. OpenAI tells it as `error.code`, Anthropic as
   * `error.details.error_code`, Gemini as the `reason` among its details; the others have none.
   */
  readonly code?: string | undefined;
  /**
   * The provider's own type, if it is not the one for this kind. OpenAI and Anthropic tell it as `error.type`, Gemini
   * as `error.status`; Ollama and Cohere have none.
   *
   * With some words it says more:
   * - OpenAI: `"requests"` or `"tokens"` of a `rate_limit` is the limit whose headers say that nothing is left.
   * - OpenAI's responses, within a stream: `"error"` sends only the flat `error` event that OpenAI documents,
   *   `"response.failed"` only the end of the response; any other sends what OpenAI does send, an `error` event with
   *   the problem inside and then `response.failed`.
   * - Gemini, within a stream of events: `"data"` sends the problem as the data of an event, as gateways do; any
   *   other sends it as Google does, as JSON on lines of its own, which readers of events pass over.
   */
  readonly type?: string | undefined;
}

/** Thrown by a surface that refuses a request as its provider would. */
export class ProviderProblem extends Error {
  /** The class, by name. */
  override readonly name = "ProviderProblem";
  /** What is wrong. */
  readonly problem: Problem;
  /** The headers of such an answer alone. */
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param problem What is wrong.
   * @param headers The headers of such an answer alone.
   */
  constructor(problem: Problem, headers: Readonly<Record<string, string>> = {}) {
    super(problem.message);
    this.problem = problem;
    this.headers = headers;
  }
}

/** Refuses a request as invalid. */
export function invalid(message: string, param?: string, more?: Partial<Problem>): ProviderProblem {
  return new ProviderProblem({ kind: "invalid_request", message, param, ...more });
}
