import { concatBytes } from "../../bytes.ts";
import type { Bytes } from "../../bytes.ts";
import type { SseEvent } from "../../sse/sse_event.ts";
import type { Turn, TurnEvent } from "../../turn/turn.ts";
import { BodyDecoder } from "../../wire/body_decoder.ts";
import type { Wire } from "../../wire/wire.ts";
import { endsOf, tryCuts } from "../judge/cuts.ts";
import { tellOutcome } from "../judge/expected_turn.ts";
import { isHonest } from "../judge/honest.ts";
import { cutErrorAsked, saysCut } from "../judge/says_cut.ts";
import { readChunks, readReply } from "../judge/read.ts";
import { describeTurn } from "../outcome.ts";
import type { Outcome } from "../outcome.ts";
import { partialReply } from "../replies.ts";
import type { Rule, RuleCase, Trial } from "../rule.ts";
import { sameTurn } from "../same_turn.ts";
import { chunksOf, framesOf, PARALLEL_TURN, TEXT_TURN, TOOL_TURN } from "../samples/turns.ts";
import type { Subject } from "../subject.ts";

type NamedTurn = readonly [name: string, events: readonly TurnEvent[]];

const TEXT: NamedTurn = ["a text turn", TEXT_TURN];
const TOOL: NamedTurn = ["a tool turn", TOOL_TURN];
/** Its first call is cut like the only one of a tool turn. */
const CALLS: NamedTurn = ["a turn of two calls", PARALLEL_TURN];

/**
 * A stream that ends early is an error. Only a clean end shows it: a broken connection is an error
 * on its own, but servers and proxies that fail close cleanly.
 *
 * Public reports: vercel/ai#19165, anthropics/anthropic-sdk-typescript#842 and #893,
 * anomalyco/opencode#26170, tashfeenahmed/freellmapi#1288, SamSaffron/term-llm#954,
 * BerriAI/litellm#32686, antiwork/gumroad#7468.
 */
export const truncation: Rule = {
  id: "truncation",
  sentence: "A response that ends before the turn does is an error, never a shorter turn.",
  cases: (subject) => [afterTwoEvents(subject), ...cutCases(subject)],
};

function afterTwoEvents(subject: Subject): RuleCase {
  return {
    name: "clean end after two events",
    async run(trial) {
      const outcome = await readReply(trial, partialReply(subject, 2, "close"));
      const { settings } = trial;
      // Of a wire that is not known here, no reason to finish is known either, so every error counts.
      const isFinishOfItsOwn = !subject.samples && outcome.kind === "unusable";
      const isFair = isFinishOfItsOwn || isHonest(outcome, trial) && saysCut(outcome, settings);
      if (isFair) return;
      trial.fail({
        expected: `${
          cutErrorAsked(settings)
        }, as the stream ended after two events of a longer turn`,
        ...(outcome.kind === "error" ? { cause: outcome.error } : {}),
        actual: tellOutcome(outcome),
      });
    },
  };
}

function cutCases({ samples }: Subject): RuleCase[] {
  if (!samples) return [];
  const { wire, slim = (frames) => frames } = samples;
  return [
    ...[TEXT, TOOL, CALLS].map(([name, events]): RuleCase => {
      const frames = framesOf(wire, events);
      const run = (trial: Trial) => cutTurn(trial, wire, frames, eventCuts);
      return { name: `${name} cut at every event`, run };
    }),
    ...[TEXT, CALLS].map(([name, events]): RuleCase => {
      const frames = slim(framesOf(wire, events));
      const run = (trial: Trial) => cutTurn(trial, wire, frames, byteCuts);
      return { name: `${name} cut at every byte`, run };
    }),
  ];
}

async function cutTurn(
  trial: Trial,
  wire: Wire,
  frames: readonly SseEvent[],
  cutsOf: (ends: readonly number[]) => number[],
): Promise<void> {
  const chunks = chunksOf(wire, frames);
  const body = concatBytes(chunks);
  const ends = endsOf(chunks);
  const whole = await readChunks(trial, wire, [body]);
  if (whole.kind !== "turn") {
    trial.fail({ expected: "a whole turn from the whole body", actual: tellOutcome(whole) });
  }
  await tryCuts(trial, {
    wire,
    // One chunk for the many cuts, since it is faster, and an event a chunk for the few.
    chunks: cutsOf === byteCuts ? [body] : chunks,
    cuts: cutsOf(ends),
    end: "close",
    expected: `${cutErrorAsked(trial.settings)} or the whole turn (${
      describeTurn(whole.turn)
    }) from a body cut short`,
    accepts: (outcome, cut) =>
      isHonest(outcome, trial) && saysCut(outcome, trial.settings) ||
      isWhole(
        outcome,
        whole.turn,
        () => mayLackUsage(trial, wire, body, [cut, lastEnd(ends, cut)]),
      ),
  });
}

/** The ends of all events but the last, and the very beginning. */
function eventCuts(ends: readonly number[]): number[] {
  return [0, ...ends.slice(0, -1)];
}

/** Every place within the body. */
function byteCuts(ends: readonly number[]): number[] {
  return Array.from({ length: ends.at(-1)! - 1 }, (_, before) => before + 1);
}

function isWhole(outcome: Outcome, whole: Turn, mayLackUsage: () => boolean): boolean {
  if (outcome.kind !== "turn") return false;
  if (sameTurn(outcome.turn, whole)) return true;
  return sameTurn(outcome.turn, whole, { usage: false }) && mayLackUsage();
}

/** The end of the last event that is whole at a cut. */
function lastEnd(ends: readonly number[], cut: number): number {
  return ends.findLast((end) => end <= cut) ?? 0;
}

/**
 * Tells whether the turn has given its reason to finish in one of these beginnings of a body, so that
 * an adapter which does not ask for the marker may take it as whole.
 */
function mayLackUsage(trial: Trial, wire: Wire, body: Bytes, cuts: readonly number[]): boolean {
  if (trial.settings.terminator === "required") return false;
  return cuts.some((cut) => {
    const decoder = new BodyDecoder(wire, { terminator: "optional" });
    try {
      const events = decoder.end(decoder.push(body.slice(0, cut)));
      return events.some((event) => event.type === "finish");
    } catch {
      return false;
    }
  });
}
