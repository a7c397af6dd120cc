import { MOMENTS } from "../consumer/moments.ts";
import type { Moment } from "../consumer/moments.ts";
import { causeOf, describeStep, StepReader } from "../consumer/step_reader.ts";
import type { Step } from "../consumer/step_reader.ts";
import { isAcceptedFinish } from "../judge/honest.ts";
import { runTasks } from "../lab/run_tasks.ts";
import { endlessReply } from "../replies.ts";
import type { Rule, RuleCase, Trial } from "../rule.ts";
import type { Subject } from "../subject.ts";

/** How many turns an adapter gets to send a request that it must not send. */
const SEND_TURNS = 20;

/**
 * An abort reads like a failure, never like the end of a turn: half an answer would be kept as a
 * whole one. What had arrived before the abort may still come.
 *
 * Public reports: openai/openai-node#194, openai/openai-node#655, vercel/ai#15430.
 */
export const abortIsNotAnEnd: Rule = {
  id: "abort-is-not-an-end",
  sentence: "A stream that is aborted throws, and soon; it never ends like a turn.",
  cases(subject) {
    if (!subject.samples) return [];
    const midStream = MOMENTS.filter(({ name }) => name === "mid-stream");
    return [
      ...MOMENTS.map((moment) => aborted(subject, moment)),
      ...midStream.map((moment) =>
        aborted(subject, moment, ", with a reason of the caller's", new Error("The user left"))
      ),
      {
        name: "before the call",
        mayAskNothing: true,
        run: (trial) => abortedBefore(trial, subject),
      },
    ];
  },
};

function aborted(subject: Subject, moment: Moment, suffix = "", reason?: Error): RuleCase {
  return {
    name: `${moment.name}${suffix}`,
    transport: moment.transport,
    async run(trial) {
      trial.lab.answer(moment.reply(subject));
      const abort = new AbortController();
      const reader = new StepReader(trial, abort.signal);
      const [pending] = await moment.reach(reader, trial);
      abort.abort(reason);
      expectThrown(trial, await reader.drain(pending), "after the signal has aborted");
    },
  };
}

async function abortedBefore(trial: Trial, subject: Subject): Promise<void> {
  trial.lab.answer(endlessReply(subject));
  const reader = new StepReader(trial, AbortSignal.abort());
  expectThrown(trial, await reader.drain(), "as the signal had aborted before the call");
  await runTasks(SEND_TURNS);
  const sent = trial.lab.exchanges.length;
  if (sent === 0) return;
  trial.fail({
    expected: "nothing to be sent, as the signal had aborted before the call",
    actual: `${sent === 1 ? "a request" : `${sent} requests`} arrived`,
  });
}

function expectThrown(trial: Trial, step: Step, occasion: string): void {
  if (step.kind === "error") return;
  const isFinish = step.kind === "event" && step.event.type === "finish";
  if (isFinish && isAcceptedFinish(step.event.finish, trial)) return;
  const actual = step.kind === "late"
    ? `it had neither thrown nor ended after ${trial.settings.deadlineMs} ms`
    : describeStep(step, trial);
  trial.fail({ expected: `the stream to throw ${occasion}`, actual, ...causeOf(step) });
}
