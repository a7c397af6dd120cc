import { toBytes } from "../../bytes.ts";
import type { Bytes } from "../../bytes.ts";

/** A legal way to write the events of a body that changes nothing of what they say. */
export interface Respelling {
  /** What ends a line; "mixed" are CRLF and LF by turns. */
  readonly lineEnd: "\n" | "\r\n" | "\r" | "mixed";
  /** Whether a comment and a field that nobody knows stand behind each line of an event. */
  readonly comments: boolean;
  /** Whether no space stands behind the colon of a field. */
  readonly spaceless: boolean;
  /** Whether a JSON object stands in several lines of data. */
  readonly inLines: boolean;
}

/** What may be respelled in some bodies. */
export interface Respellable {
  /** Whether the events are those of an event stream; else only CRLF and LF are legal line ends. */
  readonly isSse: boolean;
  /** Whether the data of the events is JSON, in which blanks may stand between members. */
  readonly isJson: boolean;
}

/** The spelling that changes nothing. */
export const USUAL: Respelling = {
  lineEnd: "\n",
  comments: false,
  spaceless: false,
  inLines: false,
};

/**
 * Writes the events of a body in another spelling.
 *
 * @param events The events, their lines ended by line feeds, blank lines included.
 * @param how The spelling; what is not legal in these bodies is left out.
 * @param what What may be respelled.
 */
export function respell(
  events: readonly Bytes[],
  how: Respelling,
  what: Respellable,
): readonly Bytes[] {
  if (how === USUAL) return events;
  const spellLine = (line: string) => what.isSse && line !== "" ? linesOf(line, how, what) : [line];
  let count = 0;
  const lineEnd = () => lineEndOf(how.lineEnd, count++, what);
  return events.map((event) => {
    const lines = new TextDecoder().decode(event).split("\n").flatMap(spellLine);
    return toBytes(lines.join("\n").replaceAll("\n", lineEnd));
  });
}

function linesOf(line: string, how: Respelling, { isJson }: Respellable): string[] {
  const [, object] = /^data: ?\{(.*)\}$/s.exec(line) ?? [];
  const isSplit = how.inLines && isJson && object !== undefined;
  const lines = isSplit ? ["data: {", `data: ${object}`, "data: }"] : [line];
  return lines.flatMap((one) => {
    // Of two spaces the second is part of the value.
    const spelled = how.spaceless ? one.replace(/^(\w+): (?! )/, "$1:") : one;
    return how.comments ? [spelled, ": keep-alive", "trace: 1"] : [spelled];
  });
}

function lineEndOf(lineEnd: Respelling["lineEnd"], at: number, { isSse }: Respellable): string {
  if (lineEnd === "mixed") return at % 2 === 0 ? "\r\n" : "\n";
  return lineEnd === "\r" && !isSse ? "\n" : lineEnd;
}
