import type { Bytes } from "../../bytes.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import type { Wire } from "../../wire/wire.ts";
import { expectAsked } from "../consumer/asked.ts";
import { causeOf, describeStep, StepReader } from "../consumer/step_reader.ts";
import { runTasks } from "../lab/run_tasks.ts";
import { textOf } from "../outcome.ts";
import type { Rule, Trial } from "../rule.ts";
import { chunksOf } from "../samples/turns.ts";
import { endedFrames } from "./ended_frames.ts";

/** How long the text of one event is, so that a chunk is about as large as one of a network. */
const EVENT_CHARS = 16_384;
/** How much of a response may be read for a consumer that has taken one event. */
const MAX_BYTES_AHEAD = 1_048_576;
/** How many turns the consumer pauses: more than it takes to read the bound chunk by chunk. */
const PAUSE_TURNS = 150;
/** How many events a whole turn has beside its finish. */
const WORDS = 20;

/**
 * A consumer that pauses makes the adapter pause, and loses nothing by it.
 *
 * Public reports of the kind: elysiajs/elysia#1801, anomalyco/opencode#16697.
 */
export const slowConsumer: Rule = {
  id: "slow-consumer",
  sentence: "A consumer that pauses bounds what is read of the response: at most 1 MiB ahead.",
  cases({ samples }) {
    if (!samples) return [];
    const { wire } = samples;
    return [
      // A server cannot tell what the adapter has read from what the network holds.
      { name: "read ahead", transport: "fetch", run: (trial) => pauseAndWatch(trial, wire) },
      { name: "nothing lost", run: (trial) => pauseAndReadOn(trial, wire) },
    ];
  },
};

async function pauseAndWatch(trial: Trial, wire: Wire): Promise<void> {
  trial.lab.answer({
    contentType: wire.contentType,
    chunks: endless(wire),
    end: "hang",
  });
  const reader = new StepReader(trial);
  await reader.mustGive();
  expectAsked(trial);
  for (let turn = 0; turn < PAUSE_TURNS; turn++) {
    await runTasks(1);
    // From the start: what reads a bulk before its first event keeps as much in memory.
    const ahead = bytesTaken(trial);
    if (ahead <= MAX_BYTES_AHEAD) continue;
    trial.fail({
      expected:
        `at most ${MAX_BYTES_AHEAD} bytes to be read for a consumer that takes one event and pauses`,
      actual: `${ahead} bytes were read`,
    });
  }
  // What leaving releases is another rule's.
  await reader.leave();
}

function bytesTaken({ lab }: Trial): number {
  return lab.exchanges.reduce((sum, exchange) => sum + exchange.bytesTaken, 0);
}

async function pauseAndReadOn(trial: Trial, wire: Wire): Promise<void> {
  const words = Array.from({ length: WORDS }, (_, index) => `<${index}>`);
  const expected = words.join("");
  const events: TurnEvent[] = words.map((text) => ({ type: "text", text }));
  const frames = endedFrames(wire, events, "stop");
  trial.lab.answer({
    contentType: wire.contentType,
    chunks: chunksOf(wire, frames),
    end: "close",
  });
  const reader = new StepReader(trial);
  const first = await reader.mustGive();
  await runTasks(2 * WORDS);
  const taken = [first];
  const step = await reader.drain(undefined, (event) => void taken.push(event));
  const text = textOf(taken);
  if (step.kind === "event" && text === expected) return await reader.leave();
  trial.fail({
    expected: `the text ${JSON.stringify(expected)} and a finish, after a pause of the consumer`,
    actual: `${describeStep(step, trial)} after the text ${JSON.stringify(text)}`,
    ...causeOf(step),
  });
}

function* endless(wire: Wire): Generator<Bytes> {
  const encoder = wire.encoder();
  for (let index = 0;; index++) {
    const text = `${index}:`.padEnd(EVENT_CHARS, ".");
    yield* chunksOf(wire, encoder.push({ type: "text", text }));
  }
}
