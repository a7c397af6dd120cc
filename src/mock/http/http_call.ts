/** One HTTP request that reached the mock, whichever way it came. */
export interface HttpCall {
  /** The method, in capitals. */
  readonly method: string;
  /** The path, without query. */
  readonly path: string;
  /** The query. */
  readonly query: URLSearchParams;
  /** The headers. */
  readonly headers: Headers;
  /** Which test it belongs to, by a header or the query; empty for none. */
  readonly testId: string;
  /** The body as text; empty if there was none. */
  readonly body: string;
  /** Aborts when the client leaves, where that can be seen before the answer is read. */
  readonly signal: AbortSignal | undefined;
}
