import type { JsonObject } from "../../wire/json.ts";
import type { BodyFault } from "./body_fault.ts";
import type { LimitUse } from "./limit_use.ts";
import type { Problem, ProviderProblem } from "./problem.ts";

/** Whose API an endpoint belongs to. */
export type ProviderId = "openai" | "anthropic" | "gemini" | "ollama" | "cohere";

/** What a provider's headers are made of. */
export interface HeaderFacts {
  /** The id of the request, in the provider's form. */
  readonly requestId: string;
  /** The time now, in milliseconds since 1970. */
  readonly nowMs: number;
  /** What was used of its limits, with this request. */
  readonly used: LimitUse;
}

/** What all endpoints of a provider share. It holds no state. */
export interface Provider {
  /** Its name. */
  readonly id: ProviderId;
  /** Makes the id of a request from the text that names the call. */
  requestId(seedText: string): string;
  /** The status it has for a problem. */
  statusOf(problem: Problem): number;
  /**
   * The body it has for a problem.
   *
   * @param problem The problem.
   * @param requestId The id of the request.
   * @param retryAfterMs When the client is told to try again, in milliseconds from now, if it is told at all.
   */
  problemBody(
    problem: Problem,
    requestId: string,
    retryAfterMs?: number,
  ): JsonObject | readonly JsonObject[];
  /**
   * Refuses a body that is no JSON object; gives `undefined` for one that is as good as an empty object.
   *
   * @param fault What is wrong with it.
   */
  badBody(fault: BodyFault): ProviderProblem | undefined;
  /** The headers that every response of it has, the rate limits' included. */
  headers(facts: HeaderFacts): Readonly<Record<string, string>>;
  /**
   * The headers that a problem has besides, which win over the others. @default {none}
   *
   * @param problem The problem.
   * @param facts What headers are made of.
   * @param retryAfterMs When the client is told to try again, in milliseconds from now.
   */
  problemHeaders?(
    problem: Problem,
    facts: HeaderFacts,
    retryAfterMs?: number,
  ): Readonly<Record<string, string>>;
}
