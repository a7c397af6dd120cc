import type { HttpCall } from "../http/http_call.ts";
import type { CallFacts } from "./criteria.ts";

/** How a call came: what rules look at besides the request. */
export type CallOrigin = Pick<HttpCall, "headers" | "testId" | "signal">;

/** What stands in for the HTTP request of a call in process. */
export interface InProcessOptions {
  /** The headers that rules see; `x-test-id` among them tells the test. @default {none} */
  readonly headers?: Headers | Readonly<Record<string, string>> | undefined;
  /** Ends the call early; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of `explain()`. */
export interface ExplainOptions extends InProcessOptions {
  /** The endpoint the request would come by. @default {"openai-chat"} */
  readonly surface?: CallFacts["surface"] | undefined;
}

/** The names of the options of a call in process. */
export const IN_PROCESS_OPTIONS: { readonly headers: true; readonly signal: true } = {
  headers: true,
  signal: true,
};

/** Gives the origin of a call in process. */
export function inProcessOrigin({ headers, signal }: InProcessOptions): CallOrigin {
  const own = new Headers(headers);
  return { headers: own, testId: own.get("x-test-id") ?? "", signal };
}
