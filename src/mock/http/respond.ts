import type { HttpAnswer } from "../../server/http_answer.ts";
import type { Problem } from "../providers/problem.ts";
import type { HeaderFacts, Provider } from "../providers/provider.ts";

/** An answer that goes out as it is. */
export type WholeAnswer = HttpAnswer & { readonly body: string };

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
): WholeAnswer {
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
): WholeAnswer {
  const body = provider.problemBody(problem, facts.requestId);
  return jsonAnswer(body, provider.statusOf(problem), {
    ...provider.headers(facts),
    ...provider.problemHeaders?.(problem, facts),
    ...more,
  });
}
