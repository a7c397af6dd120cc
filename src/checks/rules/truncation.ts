import { concatBytes } from "../../bytes.ts";
import type { Bytes } from "../../bytes.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { excerptAt } from "../excerpt.ts";
import { describeOutcome, describeTurn, isFailure, readOutcome } from "../outcome.ts";
import type { Outcome } from "../outcome.ts";
import { bodyReply, partialReply } from "../replies.ts";
import type { Rule, RuleCase, Trial } from "../rule.ts";
import { sameTurn } from "../same_turn.ts";
import { chunksOf, framesOf, TEXT_TURN, TOOL_TURN } from "../samples/turns.ts";
import type { WireSamples } from "../samples/samples.ts";
import type { Subject } from "../subject.ts";

const EXPECTED = "an error, as the stream ended before the turn did";
const INCOMPLETE_REASONS: ReadonlySet<string> = new Set(["incomplete", "interrupted"]);

/** A stream that ends early is an error. */
export const truncation: Rule = {
  id: "truncation",
  sentence: "A response that ends before the turn does is an error, never a shorter turn.",
  cases: (subject) => [afterTwoEvents(subject), ...cutCases(subject)],
};

function afterTwoEvents(subject: Subject): RuleCase {
  return {
    name: "clean end after two events",
    async run(trial) {
      trial.lab.answer(partialReply(subject, 2, "close"));
      const outcome = await readOutcome(trial.model, trial.settings.deadlineMs);
      if (isHonest(outcome, trial)) return;
      trial.fail({ expected: EXPECTED, actual: describeOutcome(outcome) });
    },
  };
}

function cutCases(subject: Subject): RuleCase[] {
  const { samples } = subject;
  if (!samples) return [];
  const turns = [["a text turn", TEXT_TURN], ["a tool turn", TOOL_TURN]] as const;
  return turns.flatMap(([name, turn]) => [
    {
      name: `${name} cut at every event`,
      run: (trial) => cutAt(trial, subject, samples, turn, eventCuts),
    },
    {
      name: `${name} cut at every byte`,
      run: (trial) => cutAt(trial, subject, samples, turn, byteCuts),
    },
  ]);
}

/** The places to cut a body at, given the ends of its events; the last is the whole body. */
type Cuts = (ends: readonly number[]) => Iterable<number>;

function eventCuts(ends: readonly number[]): Iterable<number> {
  return [0, ...ends.slice(0, -1)];
}

function* byteCuts(ends: readonly number[]): Iterable<number> {
  for (let cut = 1; cut < ends.at(-1)!; cut++) yield cut;
}

async function cutAt(
  trial: Trial,
  subject: Subject,
  samples: WireSamples,
  turn: readonly TurnEvent[],
  cuts: Cuts,
): Promise<void> {
  const chunks = chunksOf(samples.wire, framesOf(samples.wire, turn));
  const body = concatBytes(chunks);
  const ends: number[] = [];
  for (const chunk of chunks) ends.push((ends.at(-1) ?? 0) + chunk.length);
  const whole = await read(trial, subject, body);
  if (whole.kind !== "turn") {
    trial.fail({ expected: "the whole body to be a whole turn", actual: describeOutcome(whole) });
  }
  for (const cut of cuts(ends)) {
    const outcome = await read(trial, subject, body.slice(0, cut));
    if (isHonest(outcome, trial)) continue;
    if (outcome.kind === "turn" && sameTurn(outcome.turn, whole.turn)) continue;
    const expected = outcome.kind === "turn"
      ? `an error or the whole turn (${describeTurn(whole.turn)}) from a body cut short`
      : EXPECTED;
    trial.fail({ expected, actual: describeOutcome(outcome), excerpt: excerptAt(body, cut) });
  }
}

function read(trial: Trial, subject: Subject, body: Bytes): Promise<Outcome> {
  trial.lab.answer(bodyReply(subject, body));
  return readOutcome(trial.model, trial.settings.deadlineMs);
}

function isHonest(outcome: Outcome, trial: Trial): boolean {
  if (isFailure(outcome)) return true;
  return trial.settings.lenient && outcome.kind === "unusable" &&
    INCOMPLETE_REASONS.has(outcome.finish.reason);
}
