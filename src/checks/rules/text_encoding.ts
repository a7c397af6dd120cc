import { concatBytes } from "../../bytes.ts";
import type { Bytes } from "../../bytes.ts";
import type { SseEvent } from "../../sse/sse_event.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import type { Wire } from "../../wire/wire.ts";
import { excerptAt } from "../excerpt.ts";
import { describeExpected, differenceFrom } from "../judge/expected_turn.ts";
import { readChunks } from "../judge/read.ts";
import { turnCase } from "../judge/sample_case.ts";
import { textOf } from "../outcome.ts";
import type { Outcome } from "../outcome.ts";
import type { Rule, RuleCase, Trial } from "../rule.ts";
import { chunksOf, framesOf, SEPARATORS_TURN, TEXT_TURN } from "../samples/turns.ts";

/**
 * A chunk ends anywhere, also within a character. A decoder that begins anew with each chunk leaves
 * U+FFFD there.
 *
 * Public reports: sourcegraph/sourcegraph#50717, danielmiessler/Fabric#2203, lobehub/lobehub#18640.
 */
export const textEncoding: Rule = {
  id: "text-encoding",
  sentence: "Text is UTF-8 throughout, wherever a chunk ends within a character.",
  cases({ samples }): RuleCase[] {
    if (!samples) return [];
    const { wire } = samples;
    const sample = (name: string, turn: readonly TurnEvent[], frames: readonly SseEvent[]) =>
      turnCase(wire, { name, frames, expected: { text: textOf(turn) } });
    const escaped = framesOf(wire, TEXT_TURN).map(escape);
    const separators = framesOf(wire, SEPARATORS_TURN);
    return [
      { name: "characters cut in two by chunks", run: (trial) => cutCharacters(trial, wire) },
      sample("characters as JSON escapes", TEXT_TURN, escaped),
      sample("characters that end lines elsewhere", SEPARATORS_TURN, separators),
    ];
  },
};

async function cutCharacters(trial: Trial, wire: Wire): Promise<void> {
  const body = concatBytes(chunksOf(wire, framesOf(wire, TEXT_TURN)));
  const expected = { text: textOf(TEXT_TURN) };
  const cuts = insideCharacters(body);
  const bad: { cut: number; outcome: Outcome }[] = [];
  for (const cut of cuts) {
    const outcome = await readChunks(trial, wire, [body.slice(0, cut), body.slice(cut)]);
    if (differenceFrom(expected, outcome) !== undefined) bad.push({ cut, outcome });
    if (outcome.kind === "hung") break;
  }
  const [first] = bad;
  if (!first) return;
  trial.fail({
    expected: describeExpected(expected),
    actual: `${
      differenceFrom(expected, first.outcome)
    }; ${bad.length} of ${cuts.length} places go wrong`,
    excerpt: excerptAt(body, first.cut, "chunk ends"),
  });
}

/** The places in a body that are not the beginning of a character. */
function insideCharacters(body: Bytes): number[] {
  return Array.from(body.keys()).filter((at) => (body[at]! & 0xc0) === 0x80);
}

/** Writes all that is not ASCII as `\uXXXX`, as Python's JSON does of itself. */
function escape(frame: SseEvent): SseEvent {
  const data = frame.data.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return { ...frame, data };
}
