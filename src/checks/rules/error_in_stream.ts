import type { Bytes } from "../../bytes.ts";
import type { Wire } from "../../wire/wire.ts";
import { excerptFrames, excerptOf } from "../excerpt.ts";
import { tellOutcome } from "../judge/expected_turn.ts";
import { isAcceptedFinish } from "../judge/honest.ts";
import { readChunks } from "../judge/read.ts";
import type { Rule, RuleCase } from "../rule.ts";
import { chunksOf } from "../samples/turns.ts";

/**
 * A provider that fails after it has sent a 200 can only say so in the stream. Most do it by a frame
 * of its own; some close politely after it.
 *
 * Public reports: vercel/ai#6534 and #5217, langchain-ai/langchainjs#11579, jeremychone/rust-genai#245;
 * those of each sample stand beside it.
 */
export const errorInStream: Rule = {
  id: "error-in-stream",
  sentence: "A failure that the provider reports within a 200 is an error.",
  cases({ samples }): RuleCase[] {
    if (!samples) return [];
    const { wire, failures, failureBodies } = samples;
    return [
      ...failures.map(({ name, frames }) =>
        toCase(wire, name, chunksOf(wire, frames), excerptFrames(frames))
      ),
      ...failureBodies.map(({ name, body }) => toCase(wire, name, [body], excerptOf(body, 480))),
    ];
  },
};

function toCase(wire: Wire, name: string, chunks: readonly Bytes[], excerpt: string): RuleCase {
  return {
    name,
    async run(trial) {
      const outcome = await readChunks(trial, wire, chunks);
      if (outcome.kind === "error") return;
      if (outcome.kind === "unusable" && isAcceptedFinish(outcome.finish, trial)) return;
      trial.fail({
        expected: "an error, as the provider reports one",
        actual: tellOutcome(outcome),
        excerpt,
      });
    },
  };
}
