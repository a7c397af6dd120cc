import { TIMED_OUT, withDeadline } from "../../clock.ts";
import { ANY_REQUEST, describeError } from "../outcome.ts";
import { endlessReply } from "../replies.ts";
import type { Rule, RuleCase, Trial } from "../rule.ts";
import type { Subject } from "../subject.ts";
import type { TurnEvent } from "../../turn/turn.ts";

/** A way to leave the loop over a turn's events. */
type Leave = (events: AsyncIterable<TurnEvent>) => Promise<void>;

class LeftOnPurpose extends Error {}

const WAYS: readonly (readonly [name: string, leave: Leave])[] = [
  ["break after the first event", async (events) => {
    for await (const _ of events) break;
  }],
  ["break after the third event", async (events) => {
    let left = 3;
    for await (const _ of events) if (--left === 0) break;
  }],
  ["throw in the loop", async (events) => {
    try {
      for await (const _ of events) throw new LeftOnPurpose();
    } catch (error) {
      if (!(error instanceof LeftOnPurpose)) throw error;
    }
  }],
  ["return before the first event", async (events) => {
    await events[Symbol.asyncIterator]().return?.();
  }],
];

/** A consumer that stops early releases the response. */
export const releaseOnBreak: Rule = {
  id: "release-on-break",
  sentence: "A consumer that leaves the loop early releases the response.",
  cases: (subject) => WAYS.map(([name, leave]) => leaving(subject, name, leave)),
};

function leaving(subject: Subject, name: string, leave: Leave): RuleCase {
  return { name, run: (trial) => leaveAndWatch(trial, subject, leave) };
}

async function leaveAndWatch(trial: Trial, subject: Subject, leave: Leave): Promise<void> {
  const { lab, model, settings: { deadlineMs } } = trial;
  lab.answer(endlessReply(subject));
  const left = await withDeadline(
    deadlineMs,
    leave(model.stream(ANY_REQUEST)).then(() => undefined, (error) => ({ error })),
  );
  if (left === TIMED_OUT) {
    trial.fail({
      expected: "the loop to be left",
      actual: `it was still running after ${deadlineMs} ms`,
    });
  }
  if (left) {
    trial.fail({
      expected: "events until the consumer leaves",
      actual: `the stream threw ${describeError(left.error)}`,
      cause: left.error,
    });
  }
  // An adapter that sends nothing before the first event has nothing to release.
  for (const exchange of lab.exchanges) {
    if (await withDeadline(deadlineMs, exchange.closed) !== TIMED_OUT) continue;
    trial.fail({
      expected: "the response to be released once the consumer has left",
      actual: `it was still held after ${deadlineMs} ms`,
    });
  }
}
