import { assertEquals, assertInstanceOf } from "@std/assert";
import fc from "fast-check";
import { concatBytes, toBytes } from "../../../src/bytes.ts";
import type { Bytes } from "../../../src/bytes.ts";
import { WholeturnError } from "../../../src/errors.ts";
import { openAiChatWire } from "../../../src/wire/openai_chat/openai_chat.ts";
import type { TurnEvent } from "../../../src/turn/turn.ts";
import type { DecodeOptions } from "../../../src/wire/wire.ts";
import { chunkSizes, encodeTurn, frameBytes, framesOf, rechunk } from "../../support/bodies.ts";
import { mutatedFrames } from "../../support/mutations.ts";
import { assembleAll, codeOf, readBody, readTurn } from "../../support/reading.ts";
import { turnEvents } from "../../support/turns.ts";

const NUM_RUNS = 1000;
const wire = openAiChatWire();
const SHAPE = { finishMap: wire.finishMap, interleaved: true } as const;

/** Bytes that look like the wire: broken characters, line ends and pieces of chunks. */
const hostileBytes: fc.Arbitrary<Bytes> = fc.array(
  fc.oneof(
    fc.constantFrom(
      ...["data: ", "data:", "\n", "\r", "\n\n", "[DONE]", '{"choices":[', "]}", '{"error":'],
      ...['{"delta":{"content":"a"}}', "null", "event: error\n", ": x\n", "\ufeff", "{", "}"],
    ).map((text) => [...toBytes(text)]),
    fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 4 }),
  ),
  { maxLength: 30 },
).map((parts) => new Uint8Array(parts.flat()));

const mutatedBodies: fc.Arbitrary<Bytes> = turnEvents(SHAPE)
  .chain((events) => mutatedFrames(framesOf(wire, events)))
  .map((frames) => concatBytes(frameBytes(wire, frames)));

Deno.test("openai-chat decodes what it encodes", () => {
  fc.assert(
    fc.property(turnEvents(SHAPE), chunkSizes(), (events, sizes) => {
      const outcome = readTurn(wire, rechunk(encodeTurn(wire, events), sizes));
      assertEquals([outcome.error, outcome.turn], [undefined, assembleAll(events)]);
    }),
    { numRuns: NUM_RUNS },
  );
});

Deno.test("openai-chat decodes the failure of a turn that it encodes", () => {
  const cut = turnEvents({ ...SHAPE, alsoReasons: ["length", "filtered"] });
  fc.assert(
    fc.property(cut, (events) => {
      const { reason } = events.flatMap((event) =>
        event.type === "finish" ? [event.finish] : []
      )[0]!;
      const code = { length: "LENGTH", filtered: "FILTERED" }[reason];
      assertEquals(readTurn(wire, encodeTurn(wire, events)).code, code);
    }),
    { numRuns: NUM_RUNS },
  );
});

Deno.test("openai-chat reads the same events however the body is cut into chunks", () => {
  const bodies = fc.oneof(
    turnEvents(SHAPE).map((events) => encodeTurn(wire, events)),
    mutatedBodies,
    hostileBytes,
  );
  fc.assert(
    fc.property(bodies, chunkSizes(), (body, sizes) => {
      const whole = readBody(wire, body);
      const cut = readBody(wire, rechunk(body, sizes));
      assertEquals([cut.events, cut.code, cut.done], [whole.events, whole.code, whole.done]);
    }),
    { numRuns: NUM_RUNS },
  );
});

Deno.test("openai-chat throws nothing but its own errors on any bytes", () => {
  const bodies = fc.oneof(
    hostileBytes,
    mutatedBodies,
  );
  const options = fc.constantFrom<DecodeOptions>({}, { terminator: "optional" });
  fc.assert(
    fc.property(bodies, options, (body, how) => {
      const { error, events } = readTurn(wire, body, how);
      if (error !== undefined) assertInstanceOf(error, WholeturnError);
      // The contract of a reader: at most one finish, and nothing after it.
      const finish = events.findIndex(({ type }) => type === "finish");
      assertEquals(finish === -1 || finish === events.length - 1, true);
    }),
    { numRuns: NUM_RUNS },
  );
});

for (const terminator of ["required", "optional"] as const) {
  Deno.test(`openai-chat takes no cut turn for another whole one (marker ${terminator})`, () => {
    fc.assert(
      fc.property(turnEvents(SHAPE), fc.infiniteStream(fc.nat()), (events, random) => {
        const body = encodeTurn(wire, events);
        const whole = readTurn(wire, body, { terminator }).turn!;
        for (const cut of cutsOf(events, random)) {
          const { turn, code } = readTurn(wire, body.slice(0, cut), { terminator });
          if (!turn) {
            assertEquals(code, "INCOMPLETE");
            continue;
          }
          // Without the marker the usage that follows the finish reason may be lost; no more than that.
          const usage = terminator === "optional" ? turn.finish.usage : whole.finish.usage;
          assertEquals(turn, { ...whole, finish: { ...whole.finish, usage } });
          if (terminator === "required") assertEquals(body.length - cut <= 2, true);
        }
      }),
      { numRuns: NUM_RUNS },
    );
  });
}

/** Cuts at the end of every frame and anywhere in it. */
function cutsOf(events: readonly TurnEvent[], random: fc.Stream<number>): number[] {
  let end = 0;
  return frameBytes(wire, framesOf(wire, events)).flatMap(({ length }) => {
    const start = end;
    end += length;
    return [start, start + random.next().value % length, end - 2, end - 1];
  });
}

Deno.test("openai-chat takes a body cut at any byte for cut, and says so", () => {
  const usage = { input: 9, output: 2, cacheRead: 1, cacheWrite: 0 };
  const discarded = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const body = encodeTurn(wire, [
    { type: "reasoning", text: "hm" },
    { type: "text", text: "北京 🎈 [DONE]" },
    { type: "tool_call", index: 0, id: "a", name: "f", arguments: '{"q":' },
    { type: "tool_call", index: 1, id: "b", name: "g", arguments: "{}" },
    { type: "tool_call", index: 0, arguments: "1}" },
    { type: "finish", finish: { reason: "tool_use", raw: "tool_calls", usage, discarded } },
  ]);
  for (let cut = 0; cut < body.length - 2; cut++) {
    assertEquals(codeOf(readTurn(wire, body.slice(0, cut)).error), "INCOMPLETE", `cut at ${cut}`);
  }
  assertEquals(readTurn(wire, body.slice(0, -2)).turn?.toolCalls.length, 2);
});
