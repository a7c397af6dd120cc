import type { Bytes } from "../../bytes.ts";
import type { Call } from "../request/call.ts";
import type { Failure } from "../failure/failure.ts";
import { emptyFailure, protocolFailure } from "../failure/own_failures.ts";
import { hasContent } from "../stream/has_content.ts";
import { parseData } from "../stream/parse_data.ts";

const decoder = new TextDecoder();

/** What the judgement depends on. */
export interface JudgeOptions {
  /** Whether an answer that says nothing counts as one. */
  readonly allowEmpty: boolean;
  /** Makes a failure of an error that stands in place of an answer. */
  readonly failureOfEvent: (error: unknown) => Failure;
}

/**
 * Tells what is wrong with a whole answer of status 200: a body that is none, an error in place of an answer, or an
 * answer that says nothing.
 *
 * @returns The failure; `undefined` if it may reach the client.
 */
export function judgeAnswer(
  body: Bytes,
  call: Call,
  { allowEmpty, failureOfEvent }: JudgeOptions,
): Failure | undefined {
  const answer = parseData(decoder.decode(body));
  if (answer === undefined) return protocolFailure("The answer is no JSON object");
  const signs = call.dialect.answerSigns(answer);
  const error = signs.error ?? (hasContent(answer.error) ? answer.error : undefined);
  if (error !== undefined) return failureOfEvent(error);
  if (signs.output || allowEmpty || call.facts.isEmptyOutputAsked) return undefined;
  const isLegal = signs.finished && (signs.emptyIsLegal || (signs.outputTokens ?? 0) > 0);
  return isLegal ? undefined : emptyFailure();
}
