import { concatBytes } from "../../bytes.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import type { Wire } from "../../wire/wire.ts";
import { endsOf, tryCuts } from "../judge/cuts.ts";
import { tellOutcome } from "../judge/expected_turn.ts";
import { isHonest } from "../judge/honest.ts";
import { cutErrorAsked, saysCut } from "../judge/says_cut.ts";
import { readChunks } from "../judge/read.ts";
import type { Rule, RuleCase, Trial } from "../rule.ts";
import { sameTurn } from "../same_turn.ts";
import { chunksOf, framesOf, TEXT_TURN, TOOL_TURN } from "../samples/turns.ts";
import type { Subject } from "../subject.ts";

/** In how many places within each event the connection breaks. */
const BREAKS_PER_EVENT = 4;

/**
 * A broken connection is an error. Runtimes throw of themselves; an adapter swallows it where its
 * own `catch` takes every failure of a read for the end.
 *
 * Public reports: maximhq/bifrost#5546, bigduu/Bamboo-agent#383.
 */
export const reset: Rule = {
  id: "reset",
  sentence: "A connection that breaks within a turn is an error.",
  cases: ({ samples }: Subject) => samples ? casesOf(samples.wire) : [],
};

function casesOf(wire: Wire): RuleCase[] {
  return [
    { name: "between the events of a text turn", run: (t) => breakIn(t, wire, TEXT_TURN, between) },
    { name: "between the events of a tool turn", run: (t) => breakIn(t, wire, TOOL_TURN, between) },
    { name: "within the events of a tool turn", run: (t) => breakIn(t, wire, TOOL_TURN, within) },
  ];
}

async function breakIn(
  trial: Trial,
  wire: Wire,
  events: readonly TurnEvent[],
  cutsOf: (ends: readonly number[]) => number[],
): Promise<void> {
  const chunks = chunksOf(wire, framesOf(wire, events));
  const whole = await readChunks(trial, wire, [concatBytes(chunks)]);
  if (whole.kind !== "turn") {
    trial.fail({ expected: "a whole turn from the whole body", actual: tellOutcome(whole) });
  }
  await tryCuts(trial, {
    wire,
    chunks,
    cuts: cutsOf(endsOf(chunks)),
    end: "reset",
    expected: `${cutErrorAsked(trial.settings)}, as the connection broke before the turn ended`,
    accepts: (outcome) =>
      isHonest(outcome, trial) && saysCut(outcome, trial.settings) ||
      outcome.kind === "turn" && sameTurn(outcome.turn, whole.turn),
  });
}

function between(ends: readonly number[]): number[] {
  return [0, ...ends.slice(0, -1)];
}

function within(ends: readonly number[]): number[] {
  return ends.flatMap((end, at) => {
    const start = ends[at - 1] ?? 0;
    const step = (end - start) / (BREAKS_PER_EVENT + 1);
    return Array.from({ length: BREAKS_PER_EVENT }, (_, n) => Math.floor(start + step * (n + 1)));
  });
}
