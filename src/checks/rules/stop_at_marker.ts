import type { Bytes } from "../../bytes.ts";
import { concatBytes } from "../../bytes.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { expectAsked } from "../consumer/asked.ts";
import { expectReleased } from "../consumer/released.ts";
import { describeOutcome, readOutcome } from "../outcome.ts";
import type { Rule, RuleCase, Trial } from "../rule.ts";
import { chunksOf, framesOf, TEXT_TURN, TOOL_TURN } from "../samples/turns.ts";
import type { Wire } from "../../wire/wire.ts";

/**
 * A turn ends at its marker, not at the end of the connection, which a proxy may keep open.
 *
 * Public reports: earendil-works/pi#5592, agentscope-ai/agentscope-java#2073, vllm-project/router#224.
 */
export const stopAtMarker: Rule = {
  id: "stop-at-marker",
  sentence: "A turn ends at the wire's marker, even if the connection stays open.",
  cases({ samples }) {
    if (!samples) return [];
    const { wire } = samples;
    const together = (chunks: readonly Bytes[]) => [concatBytes(chunks)];
    return [
      openAfter(wire, "a text turn", TEXT_TURN),
      openAfter(wire, "a tool turn", TOOL_TURN),
      openAfter(wire, "a text turn in one chunk", TEXT_TURN, together),
    ];
  },
};

function openAfter(
  wire: Wire,
  name: string,
  turn: readonly TurnEvent[],
  rechunk = (chunks: readonly Bytes[]) => chunks,
): RuleCase {
  return {
    name,
    skip: wire.endsAt === "marker" ? undefined : "the wire ends with the connection",
    async run(trial) {
      const chunks = rechunk(chunksOf(wire, framesOf(wire, turn)));
      trial.lab.answer({ contentType: wire.contentType, chunks, end: "hang" });
      await expectTurn(trial);
      await expectReleased(trial, "once the turn has ended");
    },
  };
}

async function expectTurn(trial: Trial): Promise<void> {
  const { deadlineMs } = trial.settings;
  const outcome = await readOutcome(trial.model, deadlineMs);
  if (outcome.kind === "turn") return expectAsked(trial);
  const actual = outcome.kind === "hung" && outcome.events.some(({ type }) => type === "finish")
    ? `it gave its finish, but the loop was still running after ${deadlineMs} ms`
    : describeOutcome(outcome);
  trial.fail({
    expected: "the turn to end at its marker, although the connection stays open",
    actual,
    ...(outcome.kind === "error" ? { cause: outcome.error } : {}),
  });
}
