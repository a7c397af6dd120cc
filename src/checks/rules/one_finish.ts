import type { SseEvent } from "../../sse/sse_event.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import type { Wire } from "../../wire/wire.ts";
import { excerptFrames } from "../excerpt.ts";
import { describeExpected, differenceFrom, tellOutcome } from "../judge/expected_turn.ts";
import { readFrames } from "../judge/read.ts";
import { describeError } from "../outcome.ts";
import type { Outcome } from "../outcome.ts";
import type { Rule, RuleCase, Trial } from "../rule.ts";
import type { FinishSample } from "../samples/samples.ts";
import { framesOf, TEXT_TURN, TOOL_TURN } from "../samples/turns.ts";
import type { Subject } from "../subject.ts";

/**
 * A turn has one end. Providers tell it more than once: a finish reason and then a marker, the same
 * reason again beside the usage.
 *
 * Public reports: ai-dynamo/dynamo#4154, nyroway/nyro#162, 0xPlaygrounds/rig#2328,
 * songquanpeng/one-api#1477.
 */
export const oneFinish: Rule = {
  id: "one-finish",
  sentence: "A turn gives exactly one finish, and nothing after it.",
  cases({ samples }: Subject): RuleCase[] {
    if (!samples) return [];
    const { wire, finishes } = samples;
    const plain = (events: readonly TurnEvent[]): Pick<FinishSample, "frames" | "expected"> => ({
      frames: framesOf(wire, events),
      expected: {},
    });
    return [
      toCase(wire, "a text turn", plain(TEXT_TURN)),
      toCase(wire, "a tool turn", plain(TOOL_TURN)),
      ...finishes.map((sample) => toCase(wire, sample.name, sample)),
    ];
  },
};

function toCase(
  wire: Wire,
  name: string,
  { frames, expected, mayFail = false }: Pick<FinishSample, "frames" | "expected" | "mayFail">,
): RuleCase {
  return {
    name,
    async run(trial) {
      const outcome = await readFrames(trial, wire, frames);
      judgeEnd(trial, outcome, frames);
      // Of two ends that contradict each other, which one holds is the adapter's to say.
      if (mayFail) return;
      const actual = differenceFrom(expected, outcome);
      if (actual === undefined) return;
      trial.fail({
        expected: describeExpected(expected),
        actual,
        excerpt: excerptFrames(frames),
      });
    },
  };
}

function judgeEnd(trial: Trial, outcome: Outcome, frames: readonly SseEvent[]): void {
  const actual = endFault(outcome);
  if (actual === undefined) return;
  trial.fail({
    expected: "one finish, and nothing after it",
    actual,
    excerpt: excerptFrames(frames),
  });
}

/** What is wrong with the end of a reading; an error in place of a finish is another rule's. */
function endFault(outcome: Outcome): string | undefined {
  const { events } = outcome;
  const finishes = events.filter((event) => event.type === "finish").length;
  if (finishes > 1) return `it gave ${finishes} finish events`;
  if (finishes === 0) return outcome.kind === "error" ? undefined : tellOutcome(outcome);
  const last = events.at(-1)!;
  if (last.type !== "finish") return `a "${last.type}" event followed the finish`;
  if (outcome.kind !== "error") return undefined;
  return `it threw ${describeError(outcome.error)} after the finish`;
}
