import { type Bytes, toBytes } from "../bytes.ts";
import { requireKnownOptions } from "../known_options.ts";
import type { OptionNames } from "../known_options.ts";
import { requireData, requireLineEnd } from "./encode_sse.ts";
import type { SseEventInit } from "./encode_sse.ts";

/** Options of {@linkcode encodeNdjson}. */
export interface EncodeNdjsonOptions {
  /**
   * What ends a line.
   *
   * @default {"\n"}
   */
  readonly lineEnd?: "\n" | "\r\n" | undefined;
  /**
   * Whether to write a byte order mark first, which a stream may have at its very beginning.
   *
   * @default {false}
   */
  readonly bom?: boolean | undefined;
}

const OPTIONS: OptionNames<EncodeNdjsonOptions> = { lineEnd: true, bom: true };
const LINE_ENDS = ["\n", "\r\n"] as const;

/**
 * Encodes one line of a newline-delimited JSON body.
 *
 * @example
 * ```ts
 * import { encodeNdjson } from "@wholeturn/wholeturn";
 * import { assertEquals } from "@std/assert";
 *
 * const bytes = encodeNdjson({ data: JSON.stringify({ done: true }) });
 * assertEquals(new TextDecoder().decode(bytes), '{"done":true}\n');
 * ```
 *
 * @param event The line as `data`; with `unterminated` its end is left out. Other fields have no
 * place in the format and are ignored.
 * @param options How to spell it.
 * @returns The line in UTF-8.
 * @throws {TypeError} If `data` has more than one line; `JSON.stringify` without indentation never
 * gives such a text. Also if anything is of the wrong kind.
 */
export function encodeNdjson(
  event: Pick<SseEventInit, "data" | "unterminated">,
  options: EncodeNdjsonOptions = {},
): Bytes {
  requireData(event);
  requireKnownOptions("encode the event", options, OPTIONS);
  const { lineEnd = "\n", bom = false } = options;
  requireLineEnd(lineEnd, LINE_ENDS);
  if (/[\r\n]/.test(event.data)) {
    throw new TypeError(
      `Cannot encode the event as its 'data' must be one line: current value is ${
        JSON.stringify(event.data)
      }`,
    );
  }
  return toBytes((bom ? "\ufeff" : "") + event.data + (event.unterminated ? "" : lineEnd));
}
