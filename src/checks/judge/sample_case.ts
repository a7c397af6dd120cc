import type { Wire } from "../../wire/wire.ts";
import { excerptFrames } from "../excerpt.ts";
import type { RuleCase } from "../rule.ts";
import type { TurnSample } from "../samples/samples.ts";
import { describeExpected, differenceFrom } from "./expected_turn.ts";
import { readFrames } from "./read.ts";

/** A case that sends a sample, one frame a chunk, and asks for what it says. */
export function turnCase(wire: Wire, sample: TurnSample): RuleCase {
  const { name, frames, expected } = sample;
  return {
    name,
    async run(trial) {
      const outcome = await readFrames(trial, wire, frames);
      const actual = differenceFrom(expected, outcome);
      if (actual === undefined) return;
      trial.fail({
        expected: describeExpected(expected),
        actual,
        excerpt: excerptFrames(frames),
        ...(outcome.kind === "error" ? { cause: outcome.error } : {}),
      });
    },
  };
}
