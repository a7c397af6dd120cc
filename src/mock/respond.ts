import type { HttpAnswer } from "../http_answer.ts";
import type { Answer } from "./result/answer.ts";
import type { Problem } from "./providers/problem.ts";
import type { HeaderFacts, Provider } from "./providers/provider.ts";
import type { TurnCall } from "./turn_call.ts";

/** How many requests a minute a provider's headers speak of. */
const REQUEST_LIMIT = 10_000;

/**
 * Makes an answer with a JSON body.
 *
 * @param body The body: a value, or its text.
 * @param status The HTTP status.
 * @param headers The headers.
 */
export function jsonAnswer(
  body: unknown,
  status: number,
  headers: Readonly<Record<string, string>>,
): HttpAnswer {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { status, headers: { "content-type": "application/json", ...headers }, body: text };
}

/**
 * Makes the answer by which a provider says that something is wrong.
 *
 * @param provider The provider.
 * @param problem What is wrong.
 * @param facts What its headers are made of.
 * @param more More headers.
 */
export function problemAnswer(
  provider: Provider,
  problem: Problem,
  facts: HeaderFacts,
  more: Readonly<Record<string, string>>,
): HttpAnswer {
  const body = provider.problemBody(problem, facts.requestId);
  return jsonAnswer(body, provider.statusOf(problem), {
    ...provider.headers(facts),
    ...more,
  });
}

/**
 * Gives the headers of the answer to a call.
 *
 * @param provider The provider.
 * @param call The call.
 * @param answer The answer.
 */
export function headersOf(
  provider: Provider,
  call: TurnCall,
  answer: Answer | undefined,
): Readonly<Record<string, string>> {
  const usage = answer?.usage;
  return provider.headers({
    requestId: call.requestId,
    nowMs: call.startedMs,
    model: call.ask.request.model,
    tokens: usage && usage.input + usage.output,
    remainingRequests: Math.max(0, REQUEST_LIMIT - call.number),
  });
}
