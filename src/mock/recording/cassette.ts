import type { JsonValue } from "../result/model_result.ts";

/**
 * What was asked of a real endpoint and what came, as plain JSON: write it with `JSON.stringify()`, and give what
 * `JSON.parse()` reads to the option `replay`.
 *
 * @example Record once, replay ever after
 * ```ts
 * import { MockGPT } from "@wholeturn/wholeturn/mock";
 * import { assertEquals } from "@std/assert";
 *
 * // In place of a real endpoint, which would need no `fetch` here.
 * const real = new MockGPT({ rules: [{ result: "Hello" }] });
 * const forward = { to: "https://api.openai.com", fetch: real.fetch };
 * const url = "http://mock/v1/chat/completions";
 * const body = JSON.stringify({ model: "m", messages: [{ role: "user", content: "Hi" }] });
 *
 * const recorder = new MockGPT({ forward });
 * const came = await (await recorder.fetch(url, { method: "POST", body })).text();
 * const file = JSON.stringify(recorder.cassette());
 *
 * const player = new MockGPT({ replay: JSON.parse(file) });
 * const played = await (await player.fetch(url, { method: "POST", body })).text();
 * assertEquals(played, came);
 * ```
 */
export interface Cassette {
  /** The version of this form. */
  readonly version: 1;
  /** What was asked and what came, in the order in which it was asked. */
  readonly exchanges: readonly Exchange[];
}

/** A request, and the response that came. */
export interface Exchange {
  /** What was asked. */
  readonly request: RecordedRequest;
  /** What came. */
  readonly response: RecordedResponse;
}

/** A request as it is recorded, without its secrets. */
export interface RecordedRequest {
  /** The method, in capitals. */
  readonly method: string;
  /** The path, without query. */
  readonly path: string;
  /** The query, without the question mark; empty for none. */
  readonly query: string;
  /** The headers that were forwarded, by their names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body: a value if it is JSON, a text if not, empty if there was none. */
  readonly body: JsonValue;
}

/** A response as it came: every byte, and when. */
export interface RecordedResponse {
  /** The HTTP status. */
  readonly status: number;
  /** The headers, by their names in small letters; those that speak of the connection alone are left out. */
  readonly headers: Readonly<Record<string, string>>;
  /** When the headers came, in milliseconds after the request. */
  readonly afterMs: number;
  /** The pieces of the body as the network handed them over, after any compression was undone. */
  readonly pieces: readonly RecordedPiece[];
  /** How the body ended, and when. */
  readonly end: RecordedEnd;
}

/** A piece of a body: text where its bytes are UTF-8, in base64 where they are not. */
export type RecordedPiece =
  | {
    /** When it came, in milliseconds after the request. */
    readonly afterMs: number;
    /** The bytes, as UTF-8. */
    readonly text: string;
  }
  | {
    /** When it came, in milliseconds after the request. */
    readonly afterMs: number;
    /** The bytes, in base64. */
    readonly base64: string;
  };

/** How a body ended. */
export interface RecordedEnd {
  /** When, in milliseconds after the request. */
  readonly afterMs: number;
  /**
   * `close`: the other side ended it. Whether what it carries was whole by then is for the reader of its frames to
   * say; it ends just so in a replay. `reset`: the connection broke off. `abort`: the client of the mock left, so
   * that what would have followed is not known; a replay fails there.
   */
  readonly how: "close" | "reset" | "abort";
}
