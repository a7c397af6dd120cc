import type { Clock } from "../clock.ts";
import type { Provider } from "./providers/provider.ts";
import { headersOf } from "./respond.ts";
import { textOfValue } from "./result/regular_result.ts";
import type { ResponseDescription } from "./rules/reply.ts";
import type { TurnCall } from "./turn_call.ts";

/**
 * Makes a response as it was described, after the wait it describes.
 *
 * @param description The description.
 * @param call The call it answers.
 * @param provider Whose form a problem has.
 * @param clock Where time comes from.
 * @throws {TypeError} If a network error was described, as `fetch` does.
 */
export async function describedResponse(
  description: ResponseDescription,
  call: TurnCall,
  provider: Provider,
  clock: Clock,
): Promise<Response> {
  const { status, problem, body, contentType, networkError, hang, delayMs = 0 } = description;
  const settle = (outcome: "served" | "fault" | "aborted", status: number, bytes = 0) =>
    call.record.change({ outcome, status, bytes, endedMs: clock.now() });
  try {
    if (hang) await clock.sleep(Infinity, call.signal);
    if (delayMs > 0) await clock.sleep(delayMs, call.signal);
  } catch (reason) {
    settle("aborted", 0);
    throw reason;
  }
  if (networkError) {
    settle("fault", 0);
    throw new TypeError("The rule of the mock describes a network error");
  }
  const isText = typeof body === "string";
  const text = body !== undefined
    ? textOfValue(body)
    : problem
    ? JSON.stringify(provider.problemBody(problem, call.requestId))
    : "";
  const type = contentType ?? (isText ? "text/plain; charset=utf-8" : "application/json");
  const headers = {
    ...headersOf(provider, call, undefined),
    "content-type": type,
    ...description.headers,
  };
  const code = status ?? (problem ? provider.statusOf(problem) : 200);
  settle(code < 400 && problem === undefined ? "served" : "fault", code, text.length);
  return new Response(text, { status: code, headers });
}
