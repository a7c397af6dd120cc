import { expectAsked } from "../consumer/asked.ts";
import { expectReleased } from "../consumer/released.ts";
import { StepReader } from "../consumer/step_reader.ts";
import { endlessReply } from "../replies.ts";
import type { Rule, Trial } from "../rule.ts";

/** How many streams are abandoned: of a client that the lab cannot hold, some may be collected. */
const MANY = 20;

/**
 * Abandoned streams leave no socket open. The provider counts them, so that nothing between the
 * adapter and the network can hide one.
 *
 * Public reports: openai/openai-python#3621, BerriAI/litellm#26250.
 */
export const releaseSockets: Rule = {
  id: "release-sockets",
  sentence: "Streams that are abandoned leave no connection to the provider open.",
  cases: (subject) =>
    subject.samples
      ? [{
        name: `${MANY} turns in a row, left and aborted by turns`,
        transport: "server",
        async run(trial) {
          trial.lab.answer(endlessReply(subject));
          for (let turn = 0; turn < MANY; turn++) await abandon(trial, turn % 2 === 0);
          await expectReleased(trial, "once the turns are abandoned");
        },
      }]
      : [],
};

async function abandon(trial: Trial, isLeft: boolean): Promise<void> {
  const abort = new AbortController();
  const reader = new StepReader(trial, abort.signal);
  await reader.mustGive();
  expectAsked(trial);
  if (isLeft) await reader.leave();
  else abort.abort();
}
