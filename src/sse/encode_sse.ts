import { type Bytes, toBytes } from "../bytes.ts";
import { requireKnownOptions } from "../known_options.ts";
import type { OptionNames } from "../known_options.ts";
import { shown } from "../shown.ts";

/** What {@linkcode encodeSse} writes: an `SseEvent`, of which only `data` is needed. */
export interface SseEventInit {
  /** The `event` field; left out if `undefined` or empty. */
  readonly event?: string | undefined;
  /** The data. Every line of it becomes one `data` field. */
  readonly data: string;
  /** The `id` field; left out if `undefined`. */
  readonly id?: string | undefined;
  /** The `retry` field, in milliseconds. */
  readonly retryMs?: number | undefined;
  /** Whether to leave out the blank line that ends the event. */
  readonly unterminated?: boolean | undefined;
}

/** The spellings of an event stream that {@linkcode encodeSse} can write. */
export interface EncodeSseOptions {
  /**
   * What ends a line.
   *
   * @default {"\n"}
   */
  readonly lineEnd?: "\n" | "\r\n" | "\r" | undefined;
  /**
   * Whether a space follows the colon of a field. A value that begins with a space gets one anyway,
   * as a reader takes one away.
   *
   * @default {true}
   */
  readonly spaceAfterColon?: boolean | undefined;
  /**
   * Whether to write a byte order mark first, which a stream may have at its very beginning.
   *
   * @default {false}
   */
  readonly bom?: boolean | undefined;
  /**
   * Comments to write before the event, one a line.
   *
   * @default {[]}
   */
  readonly comments?: readonly string[] | undefined;
}

const OPTIONS: OptionNames<EncodeSseOptions> = {
  lineEnd: true,
  spaceAfterColon: true,
  bom: true,
  comments: true,
};
const LINE_ENDS = ["\n", "\r\n", "\r"] as const;

const LINE_END_REGEXP = /\r\n|\r|\n/;

/**
 * Refuses what is no event, which only untyped code can give: `undefined` would be written as a word.
 *
 * @param event What was given.
 * @throws {TypeError} If it is no object with a text as its `data`.
 */
export function requireData(event: unknown): void {
  if (typeof event !== "object" || event === null) {
    throw new TypeError(
      `Cannot encode the event as it must be an object with a 'data': got ${shown(event)}`,
    );
  }
  const { data } = event as Partial<SseEventInit>;
  if (typeof data === "string") return;
  throw new TypeError(
    "Cannot encode the event as its 'data' must be a string, for a value its JSON text: got " +
      shown(data),
  );
}

/**
 * Refuses what ends no line: a reader would take all lines for one.
 *
 * @param lineEnd What was given.
 * @param known What there is.
 * @throws {TypeError} If it is none of them.
 */
export function requireLineEnd(lineEnd: unknown, known: readonly string[]): void {
  if (known.some((one) => one === lineEnd)) return;
  const list = known.map((one) => JSON.stringify(one)).join(" or ");
  throw new TypeError(
    `Cannot encode the event as its 'lineEnd' must be ${list}: got ${shown(lineEnd)}`,
  );
}

function oneLine(field: string, value: string): string {
  if (typeof value !== "string") {
    throw new TypeError(
      `Cannot encode the event as its '${field}' must be a string: got ${shown(value)}`,
    );
  }
  if (!LINE_END_REGEXP.test(value)) return value;
  throw new TypeError(
    `Cannot encode the event as its '${field}' must be one line: current value is ${
      JSON.stringify(value)
    }`,
  );
}

/**
 * Encodes one event of a `text/event-stream` body.
 *
 * Line ends within `data` cannot be told apart on the wire: `\r\n` and `\r` are read as `\n`.
 *
 * @example
 * ```ts
 * import { encodeSse } from "@wholeturn/wholeturn";
 * import { assertEquals } from "@std/assert";
 *
 * const bytes = encodeSse({ event: "ping", data: "one\ntwo" });
 * assertEquals(new TextDecoder().decode(bytes), "event: ping\ndata: one\ndata: two\n\n");
 * ```
 *
 * @param event The event.
 * @param options How to spell it.
 * @returns The event in UTF-8, with the blank line that ends it.
 * @throws {TypeError} If `event` or `id` has a line end, `id` a NUL, or `retryMs` is not a whole
 * number of milliseconds: a reader would ignore such a field or take it for another. Also if anything
 * is of the wrong kind.
 */
export function encodeSse(event: SseEventInit, options: EncodeSseOptions = {}): Bytes {
  requireData(event);
  requireKnownOptions("encode the event", options, OPTIONS);
  const { lineEnd = "\n", spaceAfterColon = true, bom = false, comments = [] } = options;
  requireLineEnd(lineEnd, LINE_ENDS);
  let text = bom ? "\ufeff" : "";
  const field = (name: string, value: string): void => {
    const space = value !== "" && spaceAfterColon || value.startsWith(" ") ? " " : "";
    text += `${name}:${space}${value}${lineEnd}`;
  };
  if (!Array.isArray(comments)) {
    throw new TypeError(
      `Cannot encode the event as its 'comments' must be a list of strings: got ${shown(comments)}`,
    );
  }
  for (const comment of comments) field("", oneLine("comments", comment));
  if (event.event) field("event", oneLine("event", event.event));
  if (event.id !== undefined) field("id", checkId(event.id));
  if (event.retryMs !== undefined) field("retry", checkRetry(event.retryMs));
  for (const line of event.data.split(LINE_END_REGEXP)) field("data", line);
  return toBytes(event.unterminated ? text : text + lineEnd);
}

function checkId(id: string): string {
  if (!oneLine("id", id).includes("\0")) return id;
  throw new TypeError(
    `Cannot encode the event as its 'id' must have no NUL: current value is ${JSON.stringify(id)}`,
  );
}

function checkRetry(retryMs: number): string {
  if (Number.isSafeInteger(retryMs) && retryMs >= 0) return String(retryMs);
  throw new TypeError(
    `Cannot encode the event as its 'retryMs' must be a whole number of milliseconds: ` +
      `current value is ${shown(retryMs)}`,
  );
}
