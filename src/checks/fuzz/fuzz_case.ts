import type { Bytes } from "../../bytes.ts";
import type { Corpus } from "./fuzz_corpus.ts";
import { keepsEvents, mutate } from "./mutation.ts";
import type { Mutation } from "./mutation.ts";
import { respell, USUAL } from "./respelling.ts";
import type { Respelling } from "./respelling.ts";

/** One body to try: which sample, how it is spelled, what is done to it, and where it is cut off. */
export interface FuzzCase {
  /** Which body of the corpus. */
  readonly sample: number;
  /** How its events are spelled. */
  readonly respelling: Respelling;
  /** What is done to them. */
  readonly mutations: readonly Mutation[];
  /** Where the beginning is cut off. */
  readonly cut: Cut;
}

/** Where a body is cut: behind one of its line ends, or anywhere. Both counts wrap around. */
export interface Cut {
  /** Which line end, or which byte. */
  readonly at: number;
  /** Whether it is a line end. */
  readonly isLineEnd: boolean;
}

type FastCheck = typeof import("fast-check").default;

/**
 * Makes cases at random.
 *
 * @param fc The library that makes them, and makes them smaller.
 * @param corpus The bodies.
 */
export function fuzzCases(
  fc: FastCheck,
  { bodies, respellable }: Corpus,
): import("fast-check").Arbitrary<FuzzCase> {
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
  const unusual: import("fast-check").Arbitrary<Respelling> = fc.record({
    lineEnd: fc.constantFrom("\n" as const, "\r\n" as const, "\r" as const, "mixed" as const),
    comments: fc.boolean(),
    spaceless: fc.boolean(),
    inLines: fc.boolean(),
  });
  return fc.record({
    sample: fc.nat(bodies.length - 1),
    respelling: respellable
      ? fc.oneof({ withCrossShrink: true }, fc.constant(USUAL), unusual)
      : fc.constant(USUAL),
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

/** The body of a case. */
export function bodyOf(corpus: Corpus, { sample, respelling, mutations }: FuzzCase): Bytes {
  const { bodies, respellable } = corpus;
  const events = bodies[sample]!;
  return mutate(respellable ? respell(events, respelling, respellable) : events, mutations);
}

/**
 * The body of a case in the usual spelling, where it is known to say the same: `undefined` if events
 * themselves are damaged, or nothing is respelled.
 */
export function plainBodyOf(corpus: Corpus, one: FuzzCase): Bytes | undefined {
  if (one.respelling === USUAL || !one.mutations.every(keepsEvents)) return undefined;
  return bodyOf(corpus, { ...one, respelling: USUAL });
}

const LF = 10;
const CR = 13;

/** The place where a body is cut, in bytes from its start. */
export function placeOf({ at, isLineEnd }: Cut, body: Bytes): number {
  const ends = Array.from(body.keys()).filter((index) =>
    body[index] === LF || (body[index] === CR && body[index + 1] !== LF)
  );
  return isLineEnd && ends.length > 0 ? ends[at % ends.length]! + 1 : at % (body.length + 1);
}
