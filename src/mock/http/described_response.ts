import { toBytes } from "../../bytes.ts";
import type { Clock } from "../../clock.ts";
import { ConnectionBreak } from "../../server/connection_break.ts";
import { retryAfterMs, retryHeaders } from "../delivery/retry_headers.ts";
import type { Provider } from "../providers/provider.ts";
import { isBodiless } from "../recording/statuses.ts";
import { textOfValue } from "../result/regular_result.ts";
import type { ResponseDescription } from "../rules/reply.ts";
import type { TurnCall } from "../calls/turn_call.ts";

/**
 * Makes a response as it was described, after the wait it describes.
 *
 * @param description The description.
 * @param call The call it answers.
 * @param provider Whose form a problem has.
 * @param clock Where time comes from.
 * @throws {ConnectionBreak} If a network error was described, which is the `TypeError` of a `fetch`.
 * @throws The reason of the call's signal, if it aborts before there is an answer.
 */
export async function describedResponse(
  description: ResponseDescription,
  call: TurnCall,
  provider: Provider,
  clock: Clock,
): Promise<Response> {
  const { status, problem, retryAfter, networkError, hang, delayMs = 0 } = description;
  await wait(delayMs, call, clock);
  if (hang) return await never(call, clock);
  if (networkError) {
    call.record.change({ outcome: "fault", endedMs: clock.now() });
    throw new ConnectionBreak("A rule of the mock describes a network error");
  }
  const headers: Record<string, string> = {
    ...provider.headers(call.headerFacts()),
    ...problemHeaders(description, call, provider),
    "content-type": contentTypeOf(description),
    ...(retryAfter && retryHeaders(retryAfter, clock.now())),
    ...lowerCase(description.headers),
  };
  // The server says how long a body is; a client would wait for what is not there, or take the rest for an answer.
  if (status !== 304) delete headers["content-length"];
  const code = status ?? (problem ? provider.statusOf(problem) : 200);
  const body = isBodiless(code) ? null : toBytes(bodyText(description, call, provider));
  const isFault = code >= 400 || problem !== undefined;
  const outcome = isFault ? "fault" : "served";
  call.record.change({
    outcome,
    status: code,
    frames: body === null ? 0 : 1,
    bytes: body?.length ?? 0,
    endedMs: clock.now(),
  });
  return new Response(body, { status: code, headers });
}

/**
 * Whether a response was described that never comes, or that never has a body.
 *
 * @param description The description.
 */
export function isWithoutBody({ networkError, hang, status = 200 }: ResponseDescription): boolean {
  return networkError === true || hang === true || isBodiless(status);
}

/** Where the description says itself when to try again, the provider's usual word is none. */
function problemHeaders(
  { problem, retryAfter, headers }: ResponseDescription,
  call: TurnCall,
  provider: Provider,
): Readonly<Record<string, string>> {
  if (problem === undefined) return {};
  const told = provider.problemHeaders?.(problem, call.headerFacts(), retryAfterMs(retryAfter)) ??
    {};
  const isSaid = retryAfter !== undefined ||
    Object.keys(headers ?? {}).some((name) => /^retry-after(-ms)?$/i.test(name));
  if (!isSaid) return told;
  const { "retry-after": _, ...others } = told;
  return others;
}

/** Names in other letters would stand beside the provider's and not in their place. */
function lowerCase(headers: ResponseDescription["headers"] = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

async function wait(ms: number, { origin, record }: TurnCall, clock: Clock): Promise<void> {
  const signal = origin?.signal;
  try {
    if (ms > 0) await clock.sleep(ms, signal);
    signal?.throwIfAborted();
  } catch (error) {
    record.change({ outcome: "aborted", error, endedMs: clock.now() });
    throw error;
  }
}

/** Lets a client wait until it leaves, without a timer; only then it is over. */
function never({ origin, record }: TurnCall, clock: Clock): Promise<never> {
  const signal = origin?.signal;
  return new Promise((_resolve, reject) => {
    const leave = () => {
      const error = signal?.reason;
      record.change({ outcome: "fault", error, endedMs: clock.now() });
      reject(error);
    };
    // It may have been aborted since it was last looked at.
    if (signal?.aborted) leave();
    else signal?.addEventListener("abort", leave, { once: true });
  });
}

function contentTypeOf({ body, contentType }: ResponseDescription): string {
  if (contentType !== undefined) return contentType;
  return typeof body === "string" ? "text/plain; charset=utf-8" : "application/json";
}

function bodyText(
  { body, problem, retryAfter }: ResponseDescription,
  { requestId }: TurnCall,
  provider: Provider,
): string {
  if (body !== undefined) return textOfValue(body);
  return problem
    ? JSON.stringify(provider.problemBody(problem, requestId, retryAfterMs(retryAfter)))
    : "";
}
