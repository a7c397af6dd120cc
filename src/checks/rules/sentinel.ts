import type { Wire } from "../../wire/wire.ts";
import { excerptOf } from "../excerpt.ts";
import { describeExpected, differenceFrom } from "../judge/expected_turn.ts";
import { readChunks } from "../judge/read.ts";
import { turnCase } from "../judge/sample_case.ts";
import { textOf } from "../outcome.ts";
import type { Rule, RuleCase } from "../rule.ts";
import type { BodySample } from "../samples/samples.ts";
import { framesOf, MARKER_TEXT_TURN } from "../samples/turns.ts";

/** What every sample of a marker says. */
const HELLO = { text: "Hello", reason: "stop" };

/**
 * The marker that ends a turn is found in the field with more blanks, fewer, or at the very end of
 * the body. It is a frame of its own: an answer may speak about it.
 *
 * Public reports: Nano-Collective/nanocoder#614, mistralai/mistral-vibe#793, cline/cline#1786.
 */
export const sentinel: Rule = {
  id: "sentinel",
  sentence:
    "The marker ends a turn in every spelling of the field, and a text with it in does not.",
  cases({ samples }): RuleCase[] {
    if (!samples) return [];
    const { wire, markers } = samples;
    const name = "a text with markers in it";
    const frames = framesOf(wire, MARKER_TEXT_TURN);
    const expected = { text: textOf(MARKER_TEXT_TURN), reason: "stop" };
    return [
      ...markers.map((marker) => toCase(wire, marker)),
      turnCase(wire, { name, frames, expected }),
    ];
  },
};

function toCase(wire: Wire, { name, body }: BodySample): RuleCase {
  return {
    name,
    async run(trial) {
      const actual = differenceFrom(HELLO, await readChunks(trial, wire, [body]));
      if (actual === undefined) return;
      trial.fail({
        expected: describeExpected(HELLO),
        actual,
        excerpt: excerptOf(body),
      });
    },
  };
}
