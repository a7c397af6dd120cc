import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Bytes } from "../../src/bytes.ts";
import { concatBytes } from "../../src/bytes.ts";
import type { SseEvent } from "../../src/sse/sse_event.ts";
import type { Turn, TurnEvent } from "../../src/turn/turn.ts";
import type { Wire } from "../../src/wire/wire.ts";
import { chunkSizes, encodeTurn, frameBytes, framesOf, rechunk } from "../support/bodies.ts";
import { mutatedBody } from "../support/mutations.ts";
import { assembleAll, readBody, readTurn } from "../support/reading.ts";
import { turnEvents } from "../support/turns.ts";
import type { TurnShape } from "../support/turns.ts";

/** What the laws must be told of a wire. */
export interface LawOptions {
  /** What a turn on the wire may hold. */
  readonly shape: TurnShape;
  /** What becomes of a turn when it has crossed the wire. By default it stays as it is. */
  readonly across?: (turn: Turn) => Turn;
  /** The names of the wire's members and the words it uses, for frames that make almost sense. */
  readonly vocabulary: readonly string[];
  /** A turn with everything the wire can say, to be cut at every byte. */
  readonly sample: readonly TurnEvent[];
}

/** Registers what holds for every wire, whatever it looks like. */
export function testLaws(wire: Wire, options: LawOptions): void {
  const { shape, across = (turn) => turn, sample } = options;

  Deno.test(`${wire.id} decoder reads what its encoder writes`, () => {
    fc.assert(
      fc.property(turnEvents(shape), (events) => {
        const outcome = readTurn(wire, encodeTurn(wire, events));
        assertEquals(outcome.error, undefined);
        assertEquals(outcome.turn, across(assembleAll(events)));
      }),
      { numRuns: 1000 },
    );
  });

  Deno.test(`${wire.id} decoder gives the same however the body is chunked`, () => {
    fc.assert(
      fc.property(hurtBody(wire, shape), chunkSizes(), (body, sizes) => {
        const whole = readBody(wire, body);
        const chunked = readBody(wire, rechunk(body, sizes));
        assertEquals([chunked.events, chunked.code], [whole.events, whole.code]);
      }),
      { numRuns: 1000 },
    );
  });

  Deno.test(`${wire.id} decoder takes no turn that is cut at any byte for another whole one`, () => {
    const body = encodeTurn(wire, sample);
    const { turn } = readTurn(wire, body);
    assert(turn);
    for (let cut = 0; cut < body.length; cut++) {
      const outcome = readTurn(wire, body.slice(0, cut));
      if (outcome.error === undefined) assertEquals(outcome.turn, turn, `cut at ${cut}`);
      else assertEquals(outcome.code, "INCOMPLETE", `cut at ${cut}`);
    }
  });

  Deno.test(`${wire.id} decoder takes no turn that is cut after any frame for a whole one`, () => {
    fc.assert(
      fc.property(turnEvents(shape), (events) => {
        const frames = frameBytes(wire, framesOf(wire, events));
        const { turn } = readTurn(wire, concatBytes(frames));
        for (let count = 0; count < frames.length; count++) {
          const outcome = readTurn(wire, concatBytes(frames.slice(0, count)));
          if (outcome.error === undefined) assertEquals(outcome.turn, turn);
          else assertEquals(outcome.code, "INCOMPLETE");
        }
      }),
      { numRuns: 200 },
    );
  });

  Deno.test(`${wire.id} decoder fails with none but our errors on any frames`, () => {
    fc.assert(
      fc.property(fc.array(strangeFrame(options.vocabulary), { maxLength: 6 }), (frames) => {
        const decoder = wire.decoder();
        const outcome = readFrames(() => {
          const events: TurnEvent[] = [];
          for (const frame of frames) decoder.push(frame, events);
          return decoder.end(events);
        });
        assert(outcome !== "(foreign)");
      }),
      { numRuns: 1000 },
    );
  });

  Deno.test(`${wire.id} decoder fails with none but our errors on any bytes`, () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), hurtBody(wire, shape)), (bytes) => {
        assert(readTurn(wire, new Uint8Array(bytes)).code !== "(foreign)");
      }),
      { numRuns: 1000 },
    );
  });
}

function readFrames(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return (error as { origin?: unknown }).origin === "wholeturn" ? "ours" : "(foreign)";
  }
}

/** A body of the wire that has been hurt. */
function hurtBody(wire: Wire, shape: TurnShape): fc.Arbitrary<Bytes> {
  return turnEvents(shape).chain((events) => mutatedBody(frameBytes(wire, framesOf(wire, events))));
}

/** A frame of JSON built from the words of a wire, so that it gets past the first look. */
function strangeFrame(vocabulary: readonly string[]): fc.Arbitrary<SseEvent> {
  const word = fc.constantFrom(...vocabulary);
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: "medium", withCrossShrink: true },
      fc.oneof(word, fc.string({ maxLength: 5 }), fc.integer(), fc.boolean(), fc.constant(null)),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(word, tie("value"), { maxKeys: 5 }),
    ),
  }));
  const data = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.dictionary(word, value, { maxKeys: 5 }).map((it) => JSON.stringify(it)),
    },
    { weight: 1, arbitrary: fc.oneof(fc.json(), fc.string(), fc.constant("[DONE]")) },
  );
  return fc.record({
    event: fc.option(word, { nil: undefined }),
    data,
    id: fc.constant(undefined),
    unterminated: fc.boolean(),
  }, { noNullPrototype: true });
}
