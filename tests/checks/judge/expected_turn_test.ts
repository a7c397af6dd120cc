import { assertEquals } from "@std/assert";
import {
  describeExpected,
  differenceFrom,
  tellOutcome,
} from "../../../src/checks/judge/expected_turn.ts";
import type { Outcome } from "../../../src/checks/outcome.ts";
import type { ExpectedTurn } from "../../../src/checks/samples/samples.ts";
import { TurnAssembler } from "../../../src/turn/assemble.ts";
import type { TurnEvent } from "../../../src/turn/turn.ts";
import { call, finish, text, thought, usage } from "../../support/events.ts";

/** What reading these events would come to. */
function outcomeOf(events: readonly TurnEvent[]): Outcome {
  const assembler = new TurnAssembler();
  try {
    for (const event of events) assembler.push(event);
    return { kind: "turn", events, turn: assembler.end() };
  } catch (error) {
    const end = events.find((event) => event.type === "finish");
    return end
      ? { kind: "unusable", events, finish: end.finish, error }
      : { kind: "error", events, error };
  }
}

const TURN: readonly TurnEvent[] = [
  thought("Hm."),
  text("Hi"),
  call(0, '{"a":1}', { id: "x", name: "one" }),
  finish("tool_use", { usage: usage(1, 2, 3, 4) }),
];

const SAME: ExpectedTurn = {
  text: "Hi",
  reasoning: "Hm.",
  toolCalls: [{ name: "one", arguments: { a: 1 } }],
  reason: "tool_use",
  usage: usage(1, 2, 3, 4),
};

Deno.test("differenceFrom() finds none where all that is pinned down is the same", () => {
  assertEquals(differenceFrom(SAME, outcomeOf(TURN)), undefined);
  assertEquals(differenceFrom({}, outcomeOf(TURN)), undefined);
  const respelled = [text("Hi"), call(0, '{ "a": 1 }', { name: "one" }), TURN.at(-1)!];
  assertEquals(differenceFrom(SAME, outcomeOf(respelled)), undefined);
});

const OTHERS: Readonly<Record<string, ExpectedTurn>> = {
  text: { ...SAME, text: "Hi!" },
  reasoning: { ...SAME, reasoning: "Hm" },
  "a name": { ...SAME, toolCalls: [{ name: "two", arguments: { a: 1 } }] },
  arguments: { ...SAME, toolCalls: [{ name: "one", arguments: { a: "1" } }] },
  "a call more": { ...SAME, toolCalls: [] },
  "a reason": { ...SAME, reason: "stop" },
  "a count": { ...SAME, usage: usage(1, 2, 3, 5) },
};

for (const [name, expected] of Object.entries(OTHERS)) {
  Deno.test(`differenceFrom() tells of a turn that differs by ${name}`, () => {
    const difference = differenceFrom(expected, outcomeOf(TURN));
    assertEquals(difference?.startsWith("it gave "), true);
  });
}

Deno.test("differenceFrom() tells of whatever is no turn, even by its expected reason", () => {
  const cut = outcomeOf([text("Hi"), finish("length")]);
  assertEquals(differenceFrom({ text: "Hi", reason: "length" }, cut), tellOutcome(cut));
  for (const kind of ["silent", "hung"] as const) {
    const outcome: Outcome = { kind, events: [] };
    assertEquals(differenceFrom({}, outcome), tellOutcome(outcome));
  }
});

Deno.test("tellOutcome() says why a finish makes no turn", () => {
  assertEquals(
    tellOutcome(outcomeOf([text("Hi"), finish("length")])),
    'it finished with reason "length" after 2 events with the text "Hi" and a finish (ModelError ' +
      '"The turn was cut at its length limit (\\"length\\")")',
  );
});

Deno.test("describeExpected() names what a sample pins down, and nothing else", () => {
  assertEquals(
    describeExpected(SAME),
    'a turn with text "Hi", reasoning "Hm.", tool call one({"a":1}), reason "tool_use", ' +
      "usage { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 }",
  );
  assertEquals(describeExpected({ toolCalls: [] }), "a turn with no tool call");
  assertEquals(describeExpected({}), "a whole turn");
});
