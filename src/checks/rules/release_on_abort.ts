import { MOMENTS } from "../consumer/moments.ts";
import type { Moment } from "../consumer/moments.ts";
import { openStream } from "../consumer/open_stream.ts";
import { expectReleased } from "../consumer/released.ts";
import { StepReader } from "../consumer/step_reader.ts";
import { runTasks } from "../lab/run_tasks.ts";
import { endlessReply } from "../replies.ts";
import type { Rule, RuleCase, Trial } from "../rule.ts";
import type { Subject } from "../subject.ts";

/** How many streams are aborted in a row. */
const MANY = 20;
/** How many turns an adapter that sends its request at once gets to do so. */
const SEND_TURNS = 10;
const OCCASION = "once the signal has aborted";

/**
 * A signal that aborts releases the response by itself: whoever aborts need not read on, and often
 * cannot, as the loop waits for an event that does not come.
 *
 * Public reports: vercel/ai#9834, vercel/ai#577, assistant-ui/assistant-ui#5374.
 */
export const releaseOnAbort: Rule = {
  id: "release-on-abort",
  sentence: "Aborting the signal releases the response, whatever the stream is waiting for.",
  cases(subject) {
    const seed: RuleCase = {
      name: "nothing read",
      mayAskNothing: true,
      run: (trial) => abortUnread(trial, subject),
    };
    if (!subject.samples) return [seed];
    return [
      seed,
      ...MOMENTS.map((moment) => aborting(subject, moment)),
      { name: `${MANY} times in a row`, run: (trial) => abortMany(trial, subject) },
    ];
  },
};

async function abortUnread(trial: Trial, subject: Subject): Promise<void> {
  trial.lab.answer(endlessReply(subject));
  const abort = new AbortController();
  openStream(trial.model, { signal: abort.signal });
  await runTasks(SEND_TURNS);
  abort.abort();
  await expectReleased(trial, OCCASION);
}

function aborting(subject: Subject, moment: Moment): RuleCase {
  const { name, transport } = moment;
  return {
    name,
    transport,
    async run(trial) {
      trial.lab.answer(moment.reply(subject));
      const abort = new AbortController();
      await moment.reach(new StepReader(trial, abort.signal), trial);
      abort.abort();
      // Nobody reads on: the signal alone must do.
      await expectReleased(trial, OCCASION);
    },
  };
}

async function abortMany(trial: Trial, subject: Subject): Promise<void> {
  trial.lab.answer(endlessReply(subject));
  for (let aborted = 0; aborted < MANY; aborted++) {
    const abort = new AbortController();
    await new StepReader(trial, abort.signal).mustGive();
    abort.abort();
  }
  await expectReleased(trial, OCCASION);
}
