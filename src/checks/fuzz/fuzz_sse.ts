import { toBytes } from "../../bytes.ts";
import type { Bytes } from "../../bytes.ts";
import { requireKnownOptions } from "../../known_options.ts";
import type { OptionNames } from "../../known_options.ts";
import type { WireId } from "../../wire/wire.ts";
import { samplesOf } from "../samples/all_samples.ts";
import { chunksOf, framesOf, PARALLEL_TURN, TEXT_TURN, TOOL_TURN } from "../samples/turns.ts";
import { excerptAt, excerptOf } from "../excerpt.ts";
import { checkSsePrefix } from "../sse/check_sse_prefix.ts";
import type { SseReader } from "../sse/emit.ts";
import { bytesOf, readSse } from "../sse/read_sse.ts";
import type { ReadSseOptions } from "../sse/read_sse.ts";
import { isViolation } from "../violation.ts";
import { mutate, onlyTakes } from "./mutation.ts";
import type { Mutation } from "./mutation.ts";

/** Bodies of a format that is not known here, to be mutated. */
export interface FuzzCorpus {
  /** Whole bodies, each as the texts of its events, blank lines included. */
  readonly bodies: readonly (readonly string[])[];
}

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

/** One body to try: which sample, what is done to it, and where its beginning is cut off. */
interface Trial {
  readonly sample: number;
  readonly mutations: readonly Mutation[];
  readonly cut: Cut;
}

/** Where a body is cut: behind one of its line feeds, or anywhere. Both counts wrap around. */
interface Cut {
  readonly at: number;
  readonly isLineEnd: boolean;
}

/**
 * Tries a reader on whole bodies of a wire that are then damaged: events dropped, doubled, swapped
 * and split, bytes changed and cut off. Whatever the bytes, the properties of `readSse()` and
 * `checkSsePrefix()` must hold. A failure is made as small as it gets.
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
 */
export async function fuzzSse(
  reader: SseReader,
  wire: WireId | FuzzCorpus,
  options: FuzzSseOptions = {},
): Promise<void> {
  requireKnownOptions("fuzz the reader", options, OPTIONS);
  const { seed, path, numRuns = 200, ...judge } = options;
  bytesOf(reader, "");
  const { bodies, endsAtMarker } = corpusOf(wire);
  const { default: fc } = await import("fast-check");
  const bodyOf = (trial: Trial) => mutate(bodies[trial.sample]!, trial.mutations);
  const property = fc.asyncProperty(trialArbitrary(fc, bodies.length), async (trial) => {
    const body = bodyOf(trial);
    if (endsAtMarker || trial.mutations.every(onlyTakes)) {
      await checkSsePrefix(reader, body, placeOf(trial.cut, body), judge);
    } else await readSse(reader, body, judge);
  });
  const run = await fc.check(property, {
    numRuns,
    ...(seed === undefined ? {} : { seed }),
    ...(path === undefined ? {} : { path }),
  });
  if (!run.failed) return;
  const error = run.errorInstance;
  if (!isViolation(error) || !run.counterexample) throw error;
  const [trial] = run.counterexample;
  const body = bodyOf(trial);
  const whole = excerptOf(body, 2000);
  // What shows another body than the whole one was broken by its beginning alone.
  const isCut = error.excerpt !== excerptOf(body);
  const name = typeof wire === "string" ? JSON.stringify(wire) : "corpus";
  throw error.with({
    excerpt: isCut ? `${excerptAt(body, placeOf(trial.cut, body))}\n${whole}` : whole,
    replay: `fuzzSse(reader, ${name}, { seed: ${run.seed}, ` +
      `path: ${JSON.stringify(run.counterexamplePath)} })`,
  });
}

const LINE_FEED = 10;

function placeOf({ at, isLineEnd }: Cut, body: Bytes): number {
  const ends = Array.from(body.keys()).filter((index) => body[index] === LINE_FEED);
  return isLineEnd && ends.length > 0 ? ends[at % ends.length]! + 1 : at % (body.length + 1);
}

interface Corpus {
  readonly bodies: readonly (readonly Bytes[])[];
  readonly endsAtMarker: boolean;
}

function corpusOf(wire: WireId | FuzzCorpus): Corpus {
  if (typeof wire === "string") {
    const samples = samplesOf(wire);
    // The smallest first: that is where a failure is made smaller to.
    const turns = [
      [...TEXT_TURN.slice(0, 1), ...TEXT_TURN.slice(-1)],
      TEXT_TURN,
      TOOL_TURN,
      PARALLEL_TURN,
    ]
      .map((turn) => framesOf(samples.wire, turn));
    const frames = [...turns, ...samples.failures.map((failure) => failure.frames)];
    return {
      bodies: frames.map((body) => chunksOf(samples.wire, body)),
      endsAtMarker: samples.wire.endsAt === "marker",
    };
  }
  const bodies: unknown = wire?.bodies;
  const isCorpus = Array.isArray(bodies) && bodies.length > 0 &&
    bodies.every((body) => Array.isArray(body) && body.every((event) => typeof event === "string"));
  if (!isCorpus) {
    throw new TypeError(
      "Cannot fuzz the wire as it is neither a known id nor { bodies } with at least one body, each " +
        `an array of the texts of its events: current value is ${JSON.stringify(wire)}`,
    );
  }
  return { bodies: wire.bodies.map((body) => body.map(toBytes)), endsAtMarker: true };
}

type FastCheck = typeof import("fast-check").default;

function trialArbitrary(fc: FastCheck, bodies: number): import("fast-check").Arbitrary<Trial> {
  const at = fc.nat(63);
  const byte = fc.nat(4095);
  const mutation: import("fast-check").Arbitrary<Mutation> = fc.oneof(
    fc.record({ op: fc.constant("drop" as const), at }),
    fc.record({ op: fc.constant("double" as const), at }),
    fc.record({ op: fc.constant("swap" as const), at, with: at }),
    fc.record({ op: fc.constant("split" as const), at, byte }),
    fc.record({ op: fc.constant("flip" as const), at, byte, value: fc.nat(255) }),
    fc.record({ op: fc.constant("cut" as const), at, byte }),
  );
  return fc.record({
    sample: fc.nat(bodies - 1),
    // Few, as a body that is damaged much is no turn any more, and then there is nothing to compare.
    mutations: fc.oneof(
      { withCrossShrink: true },
      fc.constant([]),
      fc.array(mutation, { maxLength: 6 }),
    ),
    // Half of the cuts lie between events, where a cut body looks most like a whole one.
    cut: fc.record({ at: fc.nat(8191), isLineEnd: fc.boolean() }),
  });
}
