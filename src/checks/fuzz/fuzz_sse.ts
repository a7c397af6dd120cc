import { requireKnownOptions } from "../../known_options.ts";
import type { OptionNames } from "../../known_options.ts";
import { shown } from "../../shown.ts";
import type { WireId } from "../../wire/wire.ts";
import { excerptAt, excerptOf } from "../excerpt.ts";
import { checkSsePrefix } from "../sse/check_sse_prefix.ts";
import type { SseReader } from "../sse/emit.ts";
import { bytesOf, readSse, requireReadOptions } from "../sse/read_sse.ts";
import type { ReadSseOptions } from "../sse/read_sse.ts";
import { isViolation } from "../violation.ts";
import { checkSpelling } from "./check_spelling.ts";
import { bodyOf, fuzzCases, placeOf, plainBodyOf } from "./fuzz_case.ts";
import { corpusOf } from "./fuzz_corpus.ts";
import type { FuzzCorpus } from "./fuzz_corpus.ts";
import { onlyTakes } from "./mutation.ts";

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
 * failure is made as small as it gets.
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
    const body = bodyOf(corpus, one);
    if (corpus.endsAtMarker || one.mutations.every(onlyTakes)) {
      await checkSsePrefix(reader, body, placeOf(one.cut, body), judge);
    } else await readSse(reader, body, judge);
    const plain = plainBodyOf(corpus, one);
    if (plain) await checkSpelling(reader, plain, body, judge);
  });
  const run = await fc.check(property, {
    numRuns,
    ...(seed === undefined ? {} : { seed }),
    ...(path === undefined ? {} : { path }),
  });
  if (!run.failed) return;
  const error = run.errorInstance;
  if (!isViolation(error) || !run.counterexample) throw error;
  const [found] = run.counterexample;
  const body = bodyOf(corpus, found);
  const plain = plainBodyOf(corpus, found) ?? body;
  // What shows neither whole body was broken by the beginning alone.
  const shown = [body, plain].find((one) => error.excerpt === excerptOf(one));
  const whole = excerptOf(shown ?? body, 2000);
  const name = typeof wire === "string" ? JSON.stringify(wire) : "corpus";
  throw error.with({
    excerpt: shown ? whole : `${excerptAt(body, placeOf(found.cut, body))}\n${whole}`,
    replay: `fuzzSse(reader, ${name}, { seed: ${run.seed}, ` +
      `path: ${JSON.stringify(run.counterexamplePath)} })`,
  });
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
