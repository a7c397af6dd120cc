import { codeOf } from "./classify_status.ts";
import type { ClassifyOptions } from "./classify_options.ts";
import { type ErrorBody, readError } from "./error_body.ts";
import { BAD_KEY, NO_MODEL, OVERLOADED, POLICY, QUOTA, STATUS_OF_WORD } from "./error_words.ts";
import type { Failure } from "./failure.ts";
import { failureMessage } from "./failure_message.ts";
import { retryHintOf } from "./hint.ts";
import { judge } from "./judge.ts";
import { MEANINGS } from "./meaning.ts";

const NO_HEADERS: ReadonlyMap<string, string> = new Map();

/**
 * Tells how an attempt failed that told of an error within its stream or within a 200, by what the error stands for.
 *
 * @param value The payload that has the error, the error alone, or its text.
 * @param nowMs The time now, in milliseconds since 1970.
 * @param options What the judgement depends on besides.
 */
export function classifyEvent(
  value: unknown,
  nowMs: number,
  options: ClassifyOptions = {},
): Failure {
  const error = readError(value);
  const status = statusOf(error);
  const secrets = options.secrets ?? [];
  const meaning = status === undefined ? MEANINGS.stream_error : judge(status, error, options);
  return {
    ...meaning,
    message: failureMessage("The upstream failed within its answer", error.message, secrets),
    status,
    code: codeOf(error, secrets),
    hintMs: retryHintOf(NO_HEADERS, error, nowMs),
  };
}

function statusOf(error: ErrorBody): number | undefined {
  const named = error.numbers.find((code) => code >= 400 && code <= 599);
  if (named !== undefined) return named;
  for (const word of error.words) {
    if (OVERLOADED.has(word)) return 503;
    if (QUOTA.has(word)) return 429;
    if (POLICY.has(word)) return 400;
    if (BAD_KEY.has(word)) return 401;
    if (NO_MODEL.has(word)) return 404;
    const status = STATUS_OF_WORD.get(word);
    if (status !== undefined) return status;
  }
  return statusOfText(error.message.slice(0, 500));
}

/** Some say it in words alone. */
function statusOfText(message: string): number | undefined {
  if (/\boverloaded\b/i.test(message)) return 503;
  if (/\brate.?limit|\btoo many requests\b/i.test(message)) return 429;
  return undefined;
}
