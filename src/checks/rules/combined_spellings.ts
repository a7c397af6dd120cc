import { toBytes } from "../../bytes.ts";
import type { Bytes } from "../../bytes.ts";
import type { Framing } from "../../wire/wire.ts";
import { spellingsOf } from "../judge/spellings.ts";
import type { Spelling } from "../judge/spellings.ts";

/** Two or more legal spellings in one body. */
export interface CombinedSpelling extends Spelling {
  /**
   * What it is made of, each a spelling with a case of its own: who cannot read one of them cannot
   * read this either, and is told so there.
   */
  readonly parts: readonly Spelling[];
}

/** The spellings that change nothing but line ends, and what they put in place of the n-th one. */
const LINE_ENDS: Readonly<Record<string, (line: number) => string>> = {
  "lines end with CRLF": () => "\r\n",
  "lines end with CR": () => "\r",
  "line ends are mixed": (line) => line % 2 === 0 ? "\r\n" : "\n",
};

/**
 * The spellings of a framing together: parsers that know each alone fail on two, such as a splitter
 * at blank lines that takes the CR of "\r\n" for a part of all data lines but the last.
 *
 * @param framing How the wire marks its frames.
 */
export function combinedSpellings(framing: Framing): readonly CombinedSpelling[] {
  const single = spellingsOf(framing);
  const within = framing === "sse" ? [linesApart(single)] : [];
  const others = [...single.filter(({ name }) => !Object.hasOwn(LINE_ENDS, name)), ...within];
  const ends = single.filter(({ name }) => Object.hasOwn(LINE_ENDS, name));
  return [...within, ...others.flatMap((other) => ends.map((end) => withLineEnds(other, end)))];
}

/** Writes a spelling with other line ends. A frame has no line feed but those that end its lines. */
function withLineEnds(
  other: Spelling & Partial<CombinedSpelling>,
  end: Spelling,
): CombinedSpelling {
  const { name, isAtStart = false, parts = [] } = other;
  const endOf = LINE_ENDS[end.name]!;
  return {
    name: `${name}, ${end.name}`,
    isAtStart,
    parts: [other, end, ...parts.map((part) => withLineEnds(part, end))],
    write(frames) {
      let line = 0;
      const text = decode(other.write(frames));
      return toBytes(text.replaceAll("\n", () => endOf(line++)));
    },
  };
}

/** Comments and fields that nobody knows may stand between the lines of one event. */
function linesApart(single: readonly Spelling[]): CombinedSpelling {
  const inLines = single.find(({ name }) => name === "data in several lines")!;
  const names = ["comments within events", "unknown fields"];
  return {
    name: "comments and unknown fields between data lines",
    parts: [inLines, ...single.filter(({ name }) => names.includes(name))],
    write: (frames) => toBytes(decode(inLines.write(frames)).replaceAll(/(?<=.)\n/g, APART)),
  };
}

/** What stands behind each line of an event. */
const APART = "\n: keep-alive\ntrace: 1\n";

/** Keeps a byte order mark. */
function decode(body: Bytes): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
}
