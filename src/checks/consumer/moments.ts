import { TIMED_OUT, withDeadline } from "../../clock.ts";
import type { Reply } from "../lab/reply.ts";
import { endlessReply, partialReply } from "../replies.ts";
import type { Trial } from "../rule.ts";
import type { Subject } from "../subject.ts";
import { expectAsked } from "./asked.ts";
import { describeStep } from "./step_reader.ts";
import type { Step, StepReader } from "./step_reader.ts";

/** How long nothing must come to make a stall, in milliseconds. Too short does no harm. */
const STALL_MS = 25;
/** An adapter that gives more than so many events does not stall at all. */
const MAX_EVENTS = 1000;
/** Chunks enough for every wire to have begun its text. */
const BEGUN_CHUNKS = 6;

/** A moment in the life of a stream at which it can be aborted. */
export interface Moment {
  /** When it is, in a few words. */
  readonly name: string;
  /** The only transport it can be brought about with; both by default. */
  readonly transport?: "fetch" | undefined;
  /** What is answered. */
  reply(subject: Subject): Reply;
  /**
   * Brings the stream there.
   *
   * @returns The `next()` that is pending then, if one is; in a list, or else to await this would be
   * to wait for it.
   */
  reach(reader: StepReader, trial: Trial): Promise<readonly [pending?: Promise<Step>]>;
}

const BEFORE_HEADERS: Moment = {
  name: "before the headers",
  transport: "fetch",
  reply: (subject) => ({ ...partialReply(subject, 0, "hang"), holdHeaders: true }),
  async reach(reader, trial) {
    const { lab, settings: { deadlineMs } } = trial;
    const arrival = lab.next();
    const pending = reader.start();
    const arrived = arrival.then((): "arrived" => "arrived");
    const first = await withDeadline(deadlineMs, Promise.race([arrived, pending]));
    if (first === "arrived") return [pending];
    return trial.fail({
      expected: "a request once the consumer asks for an event",
      actual: first === TIMED_OUT
        ? `none had arrived after ${deadlineMs} ms`
        : describeStep(first, trial),
    });
  },
};

const BEFORE_BODY: Moment = {
  name: "before the body",
  reply: (subject) => partialReply(subject, 0, "hang"),
  reach: untilStalled,
};

const MID_STREAM: Moment = {
  name: "mid-stream",
  reply: endlessReply,
  async reach(reader, trial) {
    await reader.mustGive();
    expectAsked(trial);
    return [];
  },
};

const STALLED: Moment = {
  name: "while the stream stalls",
  reply: (subject) => partialReply(subject, BEGUN_CHUNKS, "hang"),
  reach: untilStalled,
};

/** The moments, in the order of a stream's life. */
export const MOMENTS: readonly Moment[] = [BEFORE_HEADERS, BEFORE_BODY, MID_STREAM, STALLED];

/** Takes the events that are there, until a `next()` stays pending. */
async function untilStalled(reader: StepReader, trial: Trial): Promise<readonly [Promise<Step>]> {
  const { lab, settings: { deadlineMs } } = trial;
  const arrival = lab.next();
  let pending = reader.start();
  await withDeadline(deadlineMs, Promise.race([arrival, pending]));
  while (reader.events < MAX_EVENTS) {
    const step = await withDeadline(STALL_MS, pending);
    // What is neither an event nor a stall is left for the caller to find.
    if (step === TIMED_OUT || step.kind !== "event" || step.event.type === "finish") break;
    pending = reader.start();
  }
  return [pending];
}
