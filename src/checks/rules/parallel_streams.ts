import { isWithinCharacter } from "../../bytes.ts";
import type { Bytes } from "../../bytes.ts";
import { withDeadline } from "../../clock.ts";
import type { SseEvent } from "../../sse/sse_event.ts";
import type { Turn, TurnEvent } from "../../turn/turn.ts";
import type { Wire } from "../../wire/wire.ts";
import { StepReader } from "../consumer/step_reader.ts";
import type { Reply } from "../lab/reply.ts";
import { describeOutcome, readOutcome, textOf } from "../outcome.ts";
import type { Outcome } from "../outcome.ts";
import type { Rule, RuleCase, Trial } from "../rule.ts";
import { chunksOf } from "../samples/turns.ts";
import { endedFrames } from "./ended_frames.ts";

/**
 * What each stream says, and no other does, in characters of one, three and four bytes: what decodes
 * ASCII alone need not know where a character of another stream was cut.
 */
const WORDS = ["amber琥珀🟠", "birch白桦🌲", "coral珊瑚🐠", "delta三角洲🌊"] as const;
/** How many events the text of a stream comes in. */
const PIECES = 8;
/** The pause between the chunks of a stream, in milliseconds, in which the others get theirs. */
const GAP_MS = 1;

/** What one stream says. */
interface Saying {
  /** Its events, without the finish. */
  readonly events: readonly TurnEvent[];
  readonly reason: "stop" | "tool_use";
}

/**
 * Streams of one model know nothing of one another, be they parallel or one after another.
 *
 * Public reports: oracle/langchain-oracle#255, intrafind/ihub-apps#1678, CherryHQ/cherry-studio#15678.
 */
export const parallelStreams: Rule = {
  id: "parallel-streams",
  sentence: "Streams of one model that run at once do not mix, and the end of one ends no other.",
  cases({ samples }) {
    if (!samples) return [];
    const { wire } = samples;
    return [
      { name: "text", run: (trial) => readTogether(trial, wire, sayText) },
      { name: "tool calls", run: (trial) => readTogether(trial, wire, sayCall) },
      besideOne(wire, "one is left early", (reader) => reader.leave()),
      besideOne(wire, "one is aborted", (_, abort) => abort.abort()),
      besideOne(wire, "one is broken off", async (reader) => void await reader.drain(), "reset"),
      { name: "one after another", run: (trial) => afterBroken(trial, wire) },
    ];
  },
};

async function readTogether(
  trial: Trial,
  wire: Wire,
  say: (word: string) => Saying,
  words: readonly string[] = WORDS,
): Promise<void> {
  const { outcomes } = await openAll(trial, wire, words.map(say));
  await expectOwn(trial, words, outcomes);
}

/** Ends one stream while the others run. */
type EndOne = (reader: StepReader, abort: AbortController) => void | Promise<void>;

function besideOne(wire: Wire, name: string, endOne: EndOne, end: Reply["end"] = "hang"): RuleCase {
  return {
    name,
    async run(trial) {
      const [word, ...others] = WORDS;
      trial.lab.answer(replyOf(wire, begun(wire, sayText(word).events), end));
      const abort = new AbortController();
      const reader = new StepReader(trial, abort.signal);
      await reader.mustGive();
      const { outcomes } = await openAll(trial, wire, others.map(sayText));
      await endOne(reader, abort);
      await expectOwn(trial, others, outcomes);
    },
  };
}

/** What a broken stream left behind of a tool call must not reach the next one. */
async function afterBroken(trial: Trial, wire: Wire): Promise<void> {
  const [word, other] = WORDS;
  const call = sayCall(word).events.slice(0, -1);
  trial.lab.answer(replyOf(wire, begun(wire, call), "reset"));
  await readOutcome(trial.model, trial.settings.deadlineMs);
  await readTogether(trial, wire, sayCall, [other]);
}

/** The frames of a turn that has not ended. */
function begun(wire: Wire, events: readonly TurnEvent[]): readonly SseEvent[] {
  const frames: SseEvent[] = [];
  const encoder = wire.encoder();
  for (const event of events) encoder.push(event, frames);
  return frames;
}

/** Opens streams one after the other, so that each gets its own answer, and reads them together. */
async function openAll(
  trial: Trial,
  wire: Wire,
  sayings: readonly Saying[],
): Promise<{ readonly outcomes: readonly Promise<Outcome>[] }> {
  const { lab, model, settings: { deadlineMs } } = trial;
  const outcomes: Promise<Outcome>[] = [];
  for (const { events, reason } of sayings) {
    lab.answer(replyOf(wire, endedFrames(wire, events, reason), "close"));
    const arrival = lab.next();
    const outcome = readOutcome(model, deadlineMs);
    // Whoever awaits it later still sees it.
    outcome.catch(() => {});
    outcomes.push(outcome);
    await withDeadline(deadlineMs, Promise.race([arrival, outcome]));
  }
  return { outcomes };
}

async function expectOwn(
  trial: Trial,
  words: readonly string[],
  outcomes: readonly Promise<Outcome>[],
): Promise<void> {
  const all = await Promise.all(outcomes);
  for (const [index, outcome] of all.entries()) {
    const word = words[index]!;
    if (outcome.kind === "turn" && saysOnly(outcome.turn, word)) continue;
    trial.fail({
      expected:
        `the stream that was sent "${word}" to say that and no more, whatever other streams say`,
      actual: describeOutcome(outcome),
      ...(outcome.kind === "error" ? { cause: outcome.error } : {}),
    });
  }
}

function saysOnly({ text, toolCalls }: Turn, word: string): boolean {
  const said = text + toolCalls.map((call) => call.arguments).join("");
  return WORDS.every((other) => said.includes(other) === (other === word)) &&
    (toolCalls.length > 0 || text === textOf(sayText(word).events));
}

function sayText(word: string): Saying {
  const pieces = Array.from({ length: PIECES }, (_, index) => `${word}${index} `);
  return { events: pieces.map((text) => ({ type: "text", text })), reason: "stop" };
}

function sayCall(word: string): Saying {
  const first = { type: "tool_call", index: 0, id: `call_${word}`, name: "get_weather" } as const;
  return {
    events: [
      { ...first, arguments: '{"city":' },
      { type: "tool_call", index: 0, arguments: `"${word}` },
      { type: "tool_call", index: 0, arguments: '"}' },
    ],
    reason: "tool_use",
  };
}

/**
 * Each frame in two chunks, cut within a character where it has one of many bytes, so that what is
 * left of text, lines and events must be kept apart from the others'.
 */
function replyOf(wire: Wire, frames: readonly SseEvent[], end: Reply["end"]): Reply {
  const chunks: Bytes[] = chunksOf(wire, frames).flatMap((chunk, index) => {
    const cut = cutOf(chunk, index);
    return [chunk.slice(0, cut), chunk.slice(cut)];
  });
  return { contentType: wire.contentType, chunks, end, gapMs: GAP_MS };
}

/** Where a frame is cut: of the places within characters another one for each frame, or the middle. */
function cutOf(chunk: Bytes, index: number): number {
  const places = [...chunk.keys()].filter((place) => isWithinCharacter(chunk[place]!));
  return places[index % places.length] ?? Math.floor(chunk.length / 2);
}
