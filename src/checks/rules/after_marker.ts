import { concatBytes } from "../../bytes.ts";
import type { Bytes } from "../../bytes.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import type { Wire } from "../../wire/wire.ts";
import { expectAsked } from "../consumer/asked.ts";
import { excerptAt } from "../excerpt.ts";
import { readChunks } from "../judge/read.ts";
import { describeOutcome, describeTurn } from "../outcome.ts";
import type { Rule, RuleCase, Trial } from "../rule.ts";
import { sameTurn } from "../same_turn.ts";
import { chunksOf, framesOf, TEXT_TURN, TOOL_TURN } from "../samples/turns.ts";

/**
 * What follows the marker is no part of the turn.
 *
 * Public report: rynfar/meridian#29, a bridge that sends several turns, each with its marker, in one
 * response.
 */
export const afterMarker: Rule = {
  id: "after-marker",
  sentence: "What follows the wire's marker never joins the turn.",
  cases({ samples }) {
    if (!samples) return [];
    const { wire } = samples;
    const more = chunksOf(wire, samples.afterMarker);
    const another = chunksOf(wire, framesOf(wire, TEXT_TURN));
    return [
      followed(wire, "text after a text turn", TEXT_TURN, more),
      followed(wire, "text after a tool turn", TOOL_TURN, more),
      followed(wire, "text in the chunk of the marker", TEXT_TURN, more, true),
      followed(wire, "a second turn", TEXT_TURN, another),
      followed(wire, "a second turn in the chunk of the first", TOOL_TURN, another, true),
    ];
  },
};

function followed(
  wire: Wire,
  name: string,
  turn: readonly TurnEvent[],
  more: readonly Bytes[],
  isOneChunk = false,
): RuleCase {
  return {
    name,
    skip: wire.endsAt === "marker" ? undefined : "the wire ends with the connection",
    async run(trial: Trial) {
      const chunks = chunksOf(wire, framesOf(wire, turn));
      const whole = await readChunks(trial, wire, chunks);
      if (whole.kind !== "turn") {
        trial.fail({
          expected: "the turn without anything after it to be whole",
          actual: describeOutcome(whole),
        });
      }
      expectAsked(trial);
      const all = [...chunks, ...more];
      const outcome = await readChunks(trial, wire, isOneChunk ? [concatBytes(all)] : all);
      // To refuse such a response is fair.
      if (outcome.kind === "error") return;
      if (outcome.kind === "turn" && sameTurn(outcome.turn, whole.turn)) return;
      trial.fail({
        expected: `the turn that ended at the marker (${describeTurn(whole.turn)}), or an error`,
        actual: describeOutcome(outcome),
        excerpt: excerptAt(concatBytes(all), concatBytes(chunks).length, "end of the turn"),
      });
    },
  };
}
