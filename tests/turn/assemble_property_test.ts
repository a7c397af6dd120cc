import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { WholeturnError } from "../../src/errors.ts";
import { TurnAssembler } from "../../src/turn/assemble.ts";
import type { TurnEvent } from "../../src/turn/turn.ts";
import { assembleAll, codeOf } from "../support/reading.ts";
import { pieces, turnEvents } from "../support/turns.ts";

const NUM_RUNS = 1000;

/** Cuts every text, thought and fragment of arguments further; the turn stays the same. */
function finer(events: readonly TurnEvent[]): fc.Arbitrary<TurnEvent[]> {
  const parts = events.map((event): fc.Arbitrary<TurnEvent[]> => {
    switch (event.type) {
      case "text":
        return pieces(event.text).map((texts) => texts.map((text) => ({ type: "text", text })));
      case "reasoning":
        // The signature must stay on the last piece, since it closes the block.
        return pieces(event.text).map((texts) =>
          texts.map((text, at) =>
            at === texts.length - 1 ? { ...event, text } : { type: "reasoning", text }
          )
        );
      case "tool_call":
        return pieces(event.arguments).map((texts) =>
          texts.map((fragment, at) =>
            at === 0
              ? { ...event, arguments: fragment }
              : { type: "tool_call", index: event.index, arguments: fragment }
          )
        );
      default:
        return fc.constant([event]);
    }
  });
  return fc.tuple(...parts).map((cut) => cut.flat());
}

Deno.test("assemble() gives the same turn however its events are cut into pieces", () => {
  const cases = turnEvents({ reasoning: "signed", interleaved: true })
    .chain((events) => fc.tuple(fc.constant(events), finer(events)));
  fc.assert(
    fc.property(cases, ([events, fine]) => {
      assertEquals(assembleAll(fine), assembleAll(events));
    }),
    { numRuns: NUM_RUNS },
  );
});

Deno.test("assemble() gives the same turn however the pieces of its calls are mixed", () => {
  const cases = turnEvents({ interleaved: true, reasoning: "signed-and-redacted" });
  fc.assert(
    fc.property(cases, (events) => {
      // A stable sort by index un-mixes the calls, and keeps the order within each.
      const calls = events.filter((event) => event.type === "tool_call");
      const sorted = calls.toSorted((a, b) => a.index - b.index);
      const others = events.filter((event) => event.type !== "tool_call");
      const unmixed = [...others.slice(0, -1), ...sorted, others.at(-1)!];
      assertEquals(assembleAll(unmixed), assembleAll(events));
    }),
    { numRuns: NUM_RUNS },
  );
});

Deno.test("assemble() gives the same turn whether calls or text come first", () => {
  fc.assert(
    fc.property(turnEvents({ interleaved: true }), (events) => {
      const calls = events.filter((event) => event.type === "tool_call");
      const others = events.filter((event) => event.type !== "tool_call");
      assertEquals(assembleAll([...calls, ...others]), assembleAll(events));
    }),
    { numRuns: NUM_RUNS },
  );
});

Deno.test("assemble() holds all text, thoughts and arguments, and nothing else", () => {
  fc.assert(
    fc.property(turnEvents({ interleaved: true }), (events) => {
      const turn = assembleAll(events);
      const joined = (type: string) =>
        events.map((event) => event.type === type && "text" in event ? event.text : "").join("");
      assertEquals(turn.text, joined("text"));
      assertEquals(turn.reasoning.map(({ text }) => text).join(""), joined("reasoning"));
      for (const call of turn.toolCalls) JSON.parse(call.arguments);
      assertEquals(
        new Set(turn.toolCalls.map(({ id }) => id)).size,
        turn.toolCalls.length,
      );
    }),
    { numRuns: NUM_RUNS },
  );
});

Deno.test("assemble() takes no prefix of a turn for a whole one", () => {
  const cut = turnEvents().chain((events) => fc.tuple(fc.constant(events), fc.nat(events.length)));
  fc.assert(
    fc.property(cut, ([events, length]) => {
      fc.pre(length < events.length);
      const error = assertThrows(() => assembleAll(events.slice(0, length)));
      assertEquals(codeOf(error), "INCOMPLETE");
    }),
    { numRuns: NUM_RUNS },
  );
});

Deno.test("assemble() throws nothing but our own errors on events in any order", () => {
  const loose: fc.Arbitrary<unknown> = fc.oneof(
    fc.record({ type: fc.constant("text"), text: fc.anything() }),
    fc.record({ type: fc.constant("finish"), finish: fc.anything() }),
    fc.record({
      type: fc.constant("tool_call"),
      index: fc.oneof(fc.nat(1), fc.anything()),
      arguments: fc.oneof(fc.constantFrom("", "{", "}"), fc.anything()),
    }),
    fc.anything(),
  );
  const events = turnEvents({ alsoReasons: ["length", "filtered"] }).chain((whole) =>
    fc.array(fc.oneof(fc.constantFrom<unknown>(...whole), loose), { maxLength: 8 })
  );
  fc.assert(
    fc.property(events, (mixed) => {
      const assembler = new TurnAssembler();
      try {
        for (const event of mixed) assembler.push(event as TurnEvent);
        assembler.end();
      } catch (error) {
        if (!(error instanceof WholeturnError)) throw error;
      }
    }),
    { numRuns: NUM_RUNS },
  );
});
