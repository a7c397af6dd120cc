import { eventFault } from "../../turn/event_fault.ts";
import type { Finish } from "../../turn/finish.ts";
import type { Wire } from "../../wire/wire.ts";
import { checkFinish } from "../check_finish.ts";
import { excerptFrames } from "../excerpt.ts";
import { tellOutcome } from "../judge/expected_turn.ts";
import { readFrames } from "../judge/read.ts";
import type { Rule, RuleCase, Trial } from "../rule.ts";
import type { EndingSample } from "../samples/samples.ts";
import { ContractViolation } from "../violation.ts";

/** The reasons of a whole turn; an error in their place loses one. */
const WHOLE: ReadonlySet<string> = new Set(["stop", "tool_use"]);

/**
 * A turn that was cut by its limit, withheld or refused is not a turn that stopped. Words that are
 * not known pass through as they are, since guessing makes a whole turn of them sooner or later.
 *
 * Public reports: librefang/librefang#3450, apache/maka#2297, openai/openai-agents-python#3769,
 * 0xPlaygrounds/rig#2248, lobehub/lobehub#17700.
 */
export const finishReason: Rule = {
  id: "finish-reason",
  sentence:
    "Each reason to finish keeps its meaning, and an unknown one is passed through as it is.",
  cases: ({ samples }) => samples?.endings.map((ending) => toCase(samples.wire, ending)) ?? [],
};

function toCase(wire: Wire, sample: EndingSample): RuleCase {
  return { name: sample.name, run: (trial) => readEnding(trial, wire, sample) };
}

async function readEnding(trial: Trial, wire: Wire, sample: EndingSample): Promise<void> {
  const { frames, reasons } = sample;
  const excerpt = excerptFrames(frames);
  const outcome = await readFrames(trial, wire, frames);
  const mayFail = !reasons.some((reason) => WHOLE.has(reason));
  if (outcome.kind === "error" && mayFail) return;
  const finish = outcome.kind === "turn"
    ? outcome.turn.finish
    : outcome.kind === "unusable"
    ? outcome.finish
    : undefined;
  if (!finish || !reasons.includes(finish.reason)) {
    const wanted = reasons.map((reason) => JSON.stringify(reason)).join(" or ");
    const expected = `a finish with the reason ${wanted}${mayFail ? ", or an error" : ""}`;
    trial.fail({ expected, actual: tellOutcome(outcome), excerpt });
  }
  checkParts(trial, finish, excerpt);
}

function checkParts(trial: Trial, finish: Finish, excerpt: string): void {
  const fault = eventFault({ type: "finish", finish });
  if (fault !== undefined) {
    trial.fail({ expected: "a finish with all that belongs to it", actual: fault, excerpt });
  }
  try {
    checkFinish(finish);
  } catch (error) {
    if (!(error instanceof ContractViolation)) throw error;
    trial.fail({ expected: error.expected, actual: error.actual, excerpt });
  }
}
