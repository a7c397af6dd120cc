import { arrayOf, isObject, type JsonObject, stringOf } from "../../wire/json.ts";
import type { ErrorBody } from "./error_body.ts";
import { BAD_KEY, NO_MODEL, OVERLOADED, POLICY, QUOTA, STATUS_OF_WORD } from "./error_words.ts";
import type { FailureKind } from "./failure.ts";
import { type Meaning, MEANINGS } from "./meaning.ts";

/** How far a rest of the client's making may go. */
export interface JudgeOptions {
  /** Whether a request that an upstream finds at fault (400, 413, 422) is sent to the next. */
  readonly failoverOn400?: boolean | undefined;
}

/**
 * Tells what a failed answer means. The provider's own words go before the status: money that is used up is told with
 * 400, 402, 403 and 429.
 *
 * @param status The HTTP status, or the one that an error within a stream stands for.
 * @param error What the body says.
 * @param options What is configured.
 */
export function judge(status: number, error: ErrorBody, options: JudgeOptions): Meaning {
  const told = kindByWords(status, error);
  const kind = told ?? kindByStatus(status);
  // A 402 that does not say that money is used up rests by the schedule alone, as the seed has it.
  if (told === undefined && status === 402) return { ...MEANINGS.quota, minRestMs: undefined };
  const meaning = MEANINGS[kind];
  if (kind === "not_found") return notFound(error);
  if (kind !== "bad_request") return meaning;
  const mayBeOwn = status === 400 || status === 413 || status === 422;
  const failover = (mayBeOwn && options.failoverOn400 === true) || status === 499;
  return { ...meaning, failover };
}

function kindByWords(status: number, error: ErrorBody): FailureKind | undefined {
  if (has(error, POLICY)) return "bad_request";
  if (has(error, QUOTA) || isQuotaText(status, error) || error.details.some(isDayQuota)) {
    return "quota";
  }
  if (has(error, OVERLOADED)) return "overloaded";
  if (status >= 500) return undefined;
  if (has(error, BAD_KEY)) return "auth";
  if (has(error, NO_MODEL)) return "not_found";
  return status === 403 && error.words.some(isRateLimit) ? "rate_limit" : undefined;
}

function kindByStatus(status: number): FailureKind {
  if (status < 400 || status > 999) return "protocol";
  if (status >= 500) {
    if (status === 503 || status === 529) return "overloaded";
    return status === 504 || status === 522 || status === 524 ? "timeout" : "server_error";
  }
  return KIND_OF_4XX.get(status) ?? "bad_request";
}

const KIND_OF_4XX: ReadonlyMap<number, FailureKind> = new Map([
  [401, "auth"],
  [402, "quota"],
  [403, "auth"],
  [404, "not_found"],
  [408, "timeout"],
  [410, "not_found"],
  [429, "rate_limit"],
  // Groq's, for a tier without capacity.
  [498, "overloaded"],
]);

/**
 * Something is not there. If that is the model, the upstream rests; but it may as well be the path, which for other
 * requests is another one, or what the client asked for.
 */
function notFound(error: ErrorBody): Meaning {
  const isModel = has(error, NO_MODEL) || /\b(?:models?|deployment)\b/i.test(error.message);
  return isModel ? MEANINGS.not_found : { ...MEANINGS.not_found, scope: "none" };
}

function has(error: ErrorBody, words: ReadonlySet<string>): boolean {
  return error.words.some((word) => words.has(word));
}

function isRateLimit(word: string): boolean {
  return STATUS_OF_WORD.get(word) === 429;
}

const QUOTA_TEXT =
  /\bcredit balance\b|\binsufficient (?:account )?(?:balance|quota|credits?|funds)\b|\bout of credits?\b|\bbilling (?:hard )?limit\b|\bexceeded your current quota\b.*\bbilling\b/i;
/** A sentence is shorter; what follows may be a client's own words, sent back. */
const MAX_CHARS = 500;

function isQuotaText(status: number, error: ErrorBody): boolean {
  if (status >= 500 || error.details.length > 0) return false;
  return QUOTA_TEXT.test(error.message.slice(0, MAX_CHARS));
}

/** Google's quota of the day: another minute does not bring it back. */
function isDayQuota(detail: JsonObject): boolean {
  if (!stringOf(detail["@type"]).endsWith("QuotaFailure")) return false;
  return arrayOf(detail.violations).some((violation) =>
    isObject(violation) && /per_?day/i.test(stringOf(violation.quotaId))
  );
}
