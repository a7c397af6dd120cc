import { requireKnownOptions } from "../../known_options.ts";
import type { OptionNames } from "../../known_options.ts";
import { shown } from "../../shown.ts";
import type { WireId } from "../../wire/wire.ts";
import { excerptAt, excerptOf } from "../excerpt.ts";
import type { SseReader } from "../sse/emit.ts";
import { bytesOf, requireReadOptions } from "../sse/read_sse.ts";
import type { ReadSseOptions } from "../sse/read_sse.ts";
import { isViolation } from "../violation.ts";
import type { ContractViolation } from "../violation.ts";
import { fuzzCases } from "./fuzz_case.ts";
import type { FuzzCase } from "./fuzz_case.ts";
import { corpusOf } from "./fuzz_corpus.ts";
import type { Corpus, FuzzCorpus } from "./fuzz_corpus.ts";
import { bodiesOf, inputsOf, tryInput } from "./fuzz_input.ts";
import type { FuzzInput } from "./fuzz_input.ts";
import { smallestInput } from "./smallest_input.ts";

export type { FuzzCorpus };

/** How to fuzz. */
export interface FuzzSseOptions extends ReadSseOptions {
  /** Where randomness begins; the failure of an earlier run names it. */
  readonly seed?: number | undefined;
  /** Where in the run of that seed the failure lies; the failure names it as well. */
  readonly path?: string | undefined;
  /** How many bodies are tried. @default {200} */
  readonly numRuns?: number | undefined;
}

const OPTIONS: OptionNames<FuzzSseOptions> = {
  seed: true,
  path: true,
  numRuns: true,
  isModelFailure: true,
};

/**
 * Tries a reader on whole bodies of a wire that are spelled otherwise (line ends, comments, unknown
 * fields, no space behind the colon, data in several lines) and then damaged: events dropped,
 * doubled, swapped and split, bytes changed and cut off. Whatever the bytes, the properties of
 * `readSse()` and `checkSsePrefix()` must hold, and a spelling must not change what is read. A
 * failure is made as small as it gets: first what was done to the body, then the body itself, event
 * by event and byte by byte.
 *
 * On a wire that ends at the end of the body, a doubled or moved ending makes two whole turns of
 * one body, so prefixes are compared there only while the mutations take away and do not add.
 *
 * @example
 * ```ts
 * import { fuzzSse, wireReader } from "@wholeturn/wholeturn";
 *
 * await fuzzSse(wireReader("openai-chat"), "openai-chat", { seed: 1, numRuns: 20 });
 * ```
 *
 * @param reader The reader; wrap one that sends its events in `pushReader()`.
 * @param wire The id of a known wire, or bodies of another.
 * @param options How to fuzz.
 * @throws {ContractViolation} For the smallest failure found; it carries the body, and the seed and
 * path that replay it.
 * @throws {TypeError} If an argument is not what it should be.
 * @throws {RangeError} If `numRuns` is no positive integer, `seed` no integer of 32 bits, or `path`
 * no path of a failure with that seed.
 */
export async function fuzzSse(
  reader: SseReader,
  wire: WireId | FuzzCorpus,
  options: FuzzSseOptions = {},
): Promise<void> {
  requireKnownOptions("fuzz the reader", options, OPTIONS);
  const { seed, path, numRuns = 200, ...judge } = options;
  requireReplay(numRuns, seed, path);
  bytesOf(reader, "");
  requireReadOptions(judge);
  const corpus = corpusOf(wire);
  const { default: fc } = await import("fast-check");
  const property = fc.asyncProperty(fuzzCases(fc, corpus), async (one) => {
    for (const input of inputsOf(corpus, one)) await tryInput(reader, input, judge);
  });
  const run = await fc.check(property, {
    numRuns,
    ...(seed === undefined ? {} : { seed }),
    ...(path === undefined ? {} : { path }),
  });
  if (!run.failed) return;
  const error = run.errorInstance;
  if (!isViolation(error) || !run.counterexample) throw error;
  const smallest = await smallestFailure(reader, corpus, run.counterexample[0], judge) ?? error;
  const name = typeof wire === "string" ? JSON.stringify(wire) : "corpus";
  throw smallest.with({
    replay: `fuzzSse(reader, ${name}, { seed: ${run.seed}, ` +
      `path: ${JSON.stringify(run.counterexamplePath)} })`,
  });
}

/** After so many smaller bodies on which the reader hangs, waiting longer would take for ever. */
const MOST_HUNG = 2;

/** The failure of a case with the smallest body; `undefined` if the reader does not fail again. */
async function smallestFailure(
  reader: SseReader,
  corpus: Corpus,
  found: FuzzCase,
  options: ReadSseOptions,
): Promise<ContractViolation | undefined> {
  const failureOf = (input: FuzzInput) =>
    tryInput(reader, input, options).then(() => undefined, (error: unknown) => error);
  for (const input of inputsOf(corpus, found)) {
    const failure = await failureOf(input);
    if (!isViolation(failure)) continue;
    let hung = 0;
    const smallest = await smallestInput(input, async (smaller) => {
      const other = await failureOf(smaller);
      if (isViolation(other) && isHung(other) && ++hung >= MOST_HUNG) return "stop";
      const isSame = isViolation(other) && other.rule === failure.rule;
      return isSame && (corpus.right === undefined || await passes(corpus.right, smaller));
    });
    const error = await failureOf(smallest);
    return isViolation(error) ? shownWith(error, smallest) : undefined;
  }
  return undefined;
}

/** Tells whether a right reader passes an input, so that it may be asked of any. */
function passes(right: SseReader, input: FuzzInput): Promise<boolean> {
  return tryInput(right, input, {}).then(() => true, () => false);
}

/** A failure that was waited for. */
function isHung({ rule, actual }: ContractViolation): boolean {
  return rule === "sse-settles" || /\d ms$/.test(actual);
}

/** Shows all of the body, and where it was cut if only its beginning fails. */
function shownWith(error: ContractViolation, input: FuzzInput): ContractViolation {
  const bodies = bodiesOf(input);
  const body = bodies.find((one) => error.excerpt === excerptOf(one));
  const whole = excerptOf(body ?? bodies[0], 2000);
  // What shows no whole body was broken by the beginning alone.
  const isCut = body === undefined && input.kind === "prefix";
  return error.with({ excerpt: isCut ? `${excerptAt(input.body, input.cut)}\n${whole}` : whole });
}

/** Makes sure that a user asked for runs that there can be. */
function requireReplay(numRuns: unknown, seed: unknown, path: unknown): void {
  requireInteger("numRuns", numRuns, "a positive integer", (count) => count >= 1);
  if (seed !== undefined) {
    requireInteger("seed", seed, "an integer of 32 bits", (one) => (one | 0) === one);
  }
  if (path === undefined) return;
  if (typeof path !== "string" || !/^\d+(:\d+)*$/.test(path)) {
    const ErrorClass = typeof path === "string" ? RangeError : TypeError;
    throw new ErrorClass(
      "Cannot fuzz the reader as 'path' must be what a failure named beside its 'seed', such as " +
        `"12:0:1": current value is ${shown(path)}`,
    );
  }
  if (seed !== undefined) return;
  throw new TypeError(
    "Cannot fuzz the reader as 'path' needs the 'seed' that it was found with: there is none",
  );
}

function requireInteger(
  option: string,
  value: unknown,
  wanted: string,
  accepts: (value: number) => boolean,
): void {
  if (typeof value === "number" && Number.isSafeInteger(value) && accepts(value)) return;
  const ErrorClass = typeof value === "number" ? RangeError : TypeError;
  throw new ErrorClass(
    `Cannot fuzz the reader as '${option}' must be ${wanted}: current value is ${shown(value)}`,
  );
}
