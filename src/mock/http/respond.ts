import type { HttpAnswer } from "../../server/http_answer.ts";
import { spellerOf } from "../delivery/speller.ts";
import type { DataReply } from "../providers/endpoint.ts";
import type { Problem } from "../providers/problem.ts";
import type { HeaderFacts, Provider } from "../providers/provider.ts";
import { CONTENT_TYPES } from "./content_types.ts";

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
 * Makes the answer of an endpoint that answers with no turn.
 *
 * @param reply What it answers.
 * @param headers The headers.
 */
export function dataAnswer(
  { status = 200, body, events }: DataReply,
  headers: Readonly<Record<string, string>>,
): WholeAnswer {
  if (events === undefined) return jsonAnswer(body, status, headers);
  const speller = spellerOf("sse");
  const text = events.map((event, index) => speller.frame(event, index)).join("");
  return jsonAnswer(text, status, { ...headers, "content-type": CONTENT_TYPES.sse });
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
