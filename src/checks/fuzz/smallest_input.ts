import { concatBytes, isWithinCharacter, toBytes } from "../../bytes.ts";
import type { Bytes } from "../../bytes.ts";
import type { FuzzInput } from "./fuzz_input.ts";

/** How many smaller inputs are tried: far more than the bodies of the wires take. */
const MOST_TRIALS = 4000;
/** How many marks and values in a row are taken away: objects, then a member with its comma. */
const TOKENS_IN_A_ROW = [24, 12, 6, 4, 3, 2, 1] as const;

/** Tells whether an input still fails in the same way; `stop` if it is not worth to try any more. */
export type StillFails = (input: FuzzInput) => Promise<boolean | "stop">;

/** Takes a part of an input away and puts in what is left of it. */
type Put = (part: Bytes) => FuzzInput;

/**
 * Makes the body of a failure smaller: by events, lines and members of their JSON, then by single characters,
 * until none can be taken away and the failure still stays.
 *
 * @param input What fails.
 * @param stillFails Tries a smaller one.
 */
export async function smallestInput(input: FuzzInput, stillFails: StillFails): Promise<FuzzInput> {
  const search = new Search(input, stillFails);
  let before: number;
  do {
    before = search.found.body.length;
    await search.shorten(eventsOf);
    await search.shorten(linesOf);
    for (const width of TOKENS_IN_A_ROW) await search.shorten(tokensOf, width);
    await search.shorten(charactersOf);
  } while (search.found.body.length < before && !search.isOver);
  return search.found;
}

class Search {
  /** The smallest input that fails so far. */
  found: FuzzInput;
  isOver = false;
  readonly #stillFails: StillFails;
  #trials = 0;

  constructor(input: FuzzInput, stillFails: StillFails) {
    this.found = input;
    this.#stillFails = stillFails;
  }

  /** Takes away each piece that the failure does not need, the last one first. */
  async shorten(cut: (bytes: Bytes) => readonly Bytes[], width = 1): Promise<void> {
    for (const partOf of [tailOf, headOf]) {
      const [part, put] = partOf(this.found);
      await this.#drop(cut(part), put, width);
    }
  }

  /** Drops so many pieces in a row, wherever the failure stays. */
  async #drop(parts: readonly Bytes[], put: Put, width: number): Promise<void> {
    let left = parts;
    for (let at = left.length - width; at >= 0 && !this.isOver; at--) {
      const fewer = left.toSpliced(at, width);
      const smaller = put(concatBytes(fewer));
      if (!await this.#fails(smaller)) continue;
      this.found = smaller;
      left = fewer;
      at = Math.min(at, left.length - width + 1);
    }
  }

  async #fails(input: FuzzInput): Promise<boolean> {
    const verdict = await this.#stillFails(input);
    this.isOver ||= verdict === "stop" || ++this.#trials >= MOST_TRIALS;
    return verdict === true;
  }
}

/** What lies behind the cut; without one there is only the head. */
function tailOf(input: FuzzInput): readonly [Bytes, Put] {
  const { body } = input;
  if (input.kind !== "prefix") return [body.slice(body.length), () => input];
  const head = body.slice(0, input.cut);
  return [body.slice(input.cut), (tail) => ({ ...input, body: concatBytes([head, tail]) })];
}

/** What lies before the cut, or all. */
function headOf(input: FuzzInput): readonly [Bytes, Put] {
  const { body } = input;
  if (input.kind !== "prefix") return [body, (smaller) => ({ ...input, body: smaller })];
  const tail = body.slice(input.cut);
  return [
    body.slice(0, input.cut),
    (head) => ({ ...input, body: concatBytes([head, tail]), cut: head.length }),
  ];
}

const LF = 10;
const CR = 13;
const MARKS: ReadonlySet<number> = new Set(toBytes("{}[],"));

/** Cuts bytes behind each blank line. */
function eventsOf(bytes: Bytes): readonly Bytes[] {
  let start = 0;
  const blank = endsOfLines(bytes).filter((end) => {
    const line = bytes.slice(start, end);
    start = end;
    return line.every((byte) => byte === LF || byte === CR);
  });
  return cutAt(bytes, blank);
}

function linesOf(bytes: Bytes): readonly Bytes[] {
  return cutAt(bytes, endsOfLines(bytes));
}

function endsOfLines(bytes: Bytes): number[] {
  const last = [...bytes.keys()].filter((at) =>
    bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF)
  );
  return last.map((at) => at + 1);
}

/** Cuts bytes before and behind each mark of JSON that opens, closes or parts something. */
function tokensOf(bytes: Bytes): readonly Bytes[] {
  const marks = [...bytes.keys()].filter((at) => MARKS.has(bytes[at]!));
  return cutAt(bytes, marks.flatMap((at) => [at, at + 1]));
}

/** Whole ones, so that what is left can be shown. */
function charactersOf(bytes: Bytes): readonly Bytes[] {
  return cutAt(bytes, [...bytes.keys()].filter((at) => !isWithinCharacter(bytes[at]!)));
}

function cutAt(bytes: Bytes, ends: readonly number[]): readonly Bytes[] {
  return [0, ...ends].map((start, index) => bytes.slice(start, ends[index] ?? bytes.length))
    .filter(({ length }) => length > 0);
}
