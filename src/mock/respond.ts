import type { Answer } from "./result/answer.ts";
import type { Problem } from "./providers/problem.ts";
import type { HeaderFacts, Provider } from "./providers/provider.ts";
import type { TurnCall } from "./turn_call.ts";

/** How many requests a minute a provider's headers speak of. */
const REQUEST_LIMIT = 10_000;

/**
 * Makes a response with a JSON body.
 *
 * @param body The body: a value, or its text.
 * @param status The HTTP status.
 * @param headers The headers.
 */
export function jsonResponse(
  body: unknown,
  status: number,
  headers: Readonly<Record<string, string>>,
): Response {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return new Response(text, {
    status,
    headers: { "content-type": "application/json", ...headers },
  });
}

/**
 * Makes the response by which a provider says that something is wrong.
 *
 * @param provider The provider.
 * @param problem What is wrong.
 * @param facts What its headers are made of.
 */
export function problemResponse(
  provider: Provider,
  problem: Problem,
  facts: HeaderFacts,
): Response {
  const body = provider.problemBody(problem, facts.requestId);
  return jsonResponse(body, provider.statusOf(problem), provider.headers(facts));
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
