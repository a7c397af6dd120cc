import type { Bytes } from "../../bytes.ts";
import { isHeaderValue } from "../edit/is_header_value.ts";
import type { HeaderList } from "../header_list.ts";
import type { ClassifyOptions } from "./classify_options.ts";
import { type ErrorBody, readErrorText } from "./error_body.ts";
import type { Failure } from "./failure.ts";
import { failureMessage } from "./failure_message.ts";
import { retryHintOf } from "./hint.ts";
import { judge } from "./judge.ts";
import { redactAnswer } from "./redact_answer.ts";

/** How much of a body is looked at, in bytes. */
const MAX_BYTES = 65_536;

const decoder = new TextDecoder();

/** An answer whose status is no success. */
export interface RefusingAnswer {
  /** The status. */
  readonly status: number;
  /** The headers. */
  readonly headers: HeaderList;
  /** The body, or the beginning of it. */
  readonly body: Bytes;
}

/** What the judgement of an answer depends on, besides the answer. */
export interface ClassifyStatusOptions extends ClassifyOptions {
  /** The time now, in milliseconds since 1970. */
  readonly nowMs: number;
}

/**
 * Tells how an attempt failed whose answer has a status that is no success.
 *
 * @param answer The answer.
 * @param options What the judgement depends on.
 * @returns The failure. Its answer is the one given, byte for byte unless there are secrets in it.
 */
export function classifyStatus(answer: RefusingAnswer, options: ClassifyStatusOptions): Failure {
  const { status, headers, body } = answer;
  const { nowMs, secrets = [] } = options;
  const error = readErrorText(decoder.decode(body.subarray(0, MAX_BYTES)));
  const type = headers.get("content-type") ?? "";
  const contentType = type !== "" && isHeaderValue(type) ? type : undefined;
  return {
    ...judge(status, error, options),
    message: messageOf(status, error, secrets),
    status,
    code: codeOf(error, secrets),
    hintMs: retryHintOf(headers, error, nowMs),
    answer: redactAnswer({ status, contentType, body }, secrets),
  };
}

function messageOf(status: number, error: ErrorBody, secrets: readonly string[]): string {
  if (status >= 300 && status < 400) {
    return `The upstream answered ${status}, a redirect, which is never followed: ` +
      "set the provider's 'url' to where its API is";
  }
  return failureMessage(`The upstream answered ${status}`, error.message, secrets);
}

/** Gives the provider's most specific word for an error, if it has one. */
export function codeOf({ code }: ErrorBody, secrets: readonly string[]): string | undefined {
  return code === undefined ? undefined : failureMessage("", code, secrets).slice(2);
}
