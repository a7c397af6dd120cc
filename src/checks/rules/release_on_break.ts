import { TIMED_OUT, withDeadline } from "../../clock.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { NotAnAdapterError, openStream } from "../consumer/open_stream.ts";
import { expectAsked } from "../consumer/asked.ts";
import { expectReleased } from "../consumer/released.ts";
import { describeError } from "../outcome.ts";
import { endlessReply } from "../replies.ts";
import type { Rule, RuleCase, Trial } from "../rule.ts";
import type { Subject } from "../subject.ts";

/** How many streams are left in a row. */
const MANY = 20;

class LeftOnPurpose extends Error {}

/** A way to leave the loop over a turn's events. It tells which events it took. */
interface Leave {
  readonly name: string;
  /** How many events the consumer takes before it leaves. */
  readonly takes: number;
  run(events: AsyncIterable<TurnEvent>): Promise<readonly TurnEvent[]>;
}

const BREAK: Leave = {
  name: "break after the first event",
  takes: 1,
  async run(events) {
    for await (const event of events) return [event];
    return [];
  },
};

const BREAK_LATER: Leave = {
  name: "break after the third event",
  takes: 3,
  async run(events) {
    const taken: TurnEvent[] = [];
    for await (const event of events) if (taken.push(event) === 3) break;
    return taken;
  },
};

const THROW: Leave = {
  name: "throw in the loop",
  takes: 1,
  async run(events) {
    const taken: TurnEvent[] = [];
    try {
      for await (const event of events) {
        taken.push(event);
        throw new LeftOnPurpose();
      }
    } catch (error) {
      if (!(error instanceof LeftOnPurpose)) throw error;
    }
    return taken;
  },
};

const RETURN: Leave = {
  name: "return before the first event",
  takes: 0,
  async run(events) {
    await events[Symbol.asyncIterator]().return?.();
    return [];
  },
};

/**
 * A consumer that stops early releases the response: or else the provider goes on writing, and is
 * paid for it, until the socket is collected or the pool runs out.
 *
 * Public reports: googleapis/js-genai#1918, ollama/ollama-js#39, ollama/ollama-js#131,
 * langchain-ai/langchainjs#11580, genkit-ai/genkit#5435, elizaOS/eliza#8784, vercel/ai#8220.
 */
export const releaseOnBreak: Rule = {
  id: "release-on-break",
  sentence: "A consumer that leaves the loop early releases the response.",
  cases(subject) {
    const seed = leaving(subject, BREAK);
    if (!subject.samples) return [seed];
    return [
      seed,
      ...[BREAK_LATER, THROW, RETURN].map((leave) => leaving(subject, leave)),
      { name: `break ${MANY} times in a row`, run: (trial) => leaveMany(trial, subject) },
    ];
  },
};

function leaving(subject: Subject, leave: Leave): RuleCase {
  return {
    name: leave.name,
    mayAskNothing: leave.takes === 0,
    async run(trial) {
      trial.lab.answer(endlessReply(subject));
      const taken = await leaveOnce(trial, leave);
      if (!subject.samples) requireOpenEnd(taken);
      await expectReleased(trial, "once the consumer has left");
    },
  };
}

/** Finds out that the events of a format of one's own end the turn, which would check nothing. */
function requireOpenEnd(taken: readonly TurnEvent[]): void {
  if (taken.every(({ type }) => type !== "finish")) return;
  throw new TypeError(
    "Cannot use the events as event(i) must not end the turn: a finish came of one",
  );
}

async function leaveMany(trial: Trial, subject: Subject): Promise<void> {
  trial.lab.answer(endlessReply(subject));
  for (let left = 0; left < MANY; left++) await leaveOnce(trial, BREAK);
  await expectReleased(trial, "once the consumer has left");
}

async function leaveOnce(trial: Trial, { takes, run }: Leave): Promise<readonly TurnEvent[]> {
  const { deadlineMs } = trial.settings;
  // A signal that never aborts must change nothing.
  const { signal } = new AbortController();
  const leaving = run(openStream(trial.model, { signal })).then(
    (taken) => ({ taken }),
    (error: unknown) => ({ error }),
  );
  const left = await withDeadline(deadlineMs, leaving);
  if (left === TIMED_OUT) {
    trial.fail({
      expected: "the loop to be left",
      actual: `it was still running after ${deadlineMs} ms`,
    });
  }
  if ("error" in left) {
    if (left.error instanceof NotAnAdapterError) throw left.error;
    trial.fail({
      expected: "events until the consumer leaves",
      actual: `the stream threw ${describeError(left.error)}`,
      cause: left.error,
    });
  }
  if (left.taken.length < takes) {
    trial.fail({
      expected: "events until the consumer leaves",
      actual: `the stream ended after ${left.taken.length} of them`,
    });
  }
  if (takes > 0) expectAsked(trial);
  return left.taken;
}
