import type { Bytes } from "../../bytes.ts";
import type { SseEvent } from "../../sse/sse_event.ts";
import type { Turn } from "../../turn/turn.ts";
import type { Wire } from "../../wire/wire.ts";
import { excerptOf } from "../excerpt.ts";
import { tellOutcome } from "../judge/expected_turn.ts";
import { readChunks, readFrames } from "../judge/read.ts";
import { spellingsOf } from "../judge/spellings.ts";
import { describeTurn } from "../outcome.ts";
import type { Outcome } from "../outcome.ts";
import type { Rule, RuleCase, Trial } from "../rule.ts";
import { sameTurn } from "../same_turn.ts";
import { bodyOf, framesOf, TOOL_TURN } from "../samples/turns.ts";

/** A way to cut a body into chunks. */
interface Chunking {
  readonly name: string;
  cut(body: Bytes): readonly Bytes[];
}

const ONE_CHUNK: Chunking = { name: "in one chunk", cut: (body) => [body] };
const ONE_BYTE: Chunking = { name: "one byte a chunk", cut: bytesOf };
const CHUNKINGS: readonly Chunking[] = [ONE_CHUNK, ONE_BYTE];

/**
 * How a body is spelled and cut into chunks is the transport's business and says nothing: whatever
 * the format allows, the turn is the same.
 *
 * Public reports: rexxars/eventsource-parser#17 and #41, EventSource/eventsource#326,
 * openai/openai-node#2725, Effect-TS/effect#6954, brainlid/langchain#569.
 */
export const framing: Rule = {
  id: "framing",
  sentence: "A turn does not depend on how its body is spelled and cut into chunks.",
  cases({ samples }): RuleCase[] {
    if (!samples) return [];
    const { wire, slim = (frames) => frames } = samples;
    const frames = slim(framesOf(wire, TOOL_TURN));
    const { opening = frames } = samples;
    return [
      ...CHUNKINGS.map((chunking): RuleCase => ({
        name: chunking.name,
        run: (trial) => readPlain(trial, wire, frames, chunking),
      })),
      ...spellingsOf(wire.framing).map(({ name, write, isAtStart = false }): RuleCase => {
        const written = isAtStart ? opening : frames;
        return { name, run: (trial) => readSpelled(trial, wire, written, write(written)) };
      }),
    ];
  },
};

async function readPlain(
  trial: Trial,
  wire: Wire,
  frames: readonly SseEvent[],
  chunking: Chunking,
): Promise<void> {
  const wanted = await readUsual(trial, wire, frames);
  const body = bodyOf(wire, frames);
  const outcome = await readChunks(trial, wire, chunking.cut(body));
  if (isSame(outcome, wanted)) return;
  trial.fail({
    expected: `the same turn ${chunking.name} as from one event a chunk (${describeTurn(wanted)})`,
    actual: tellOutcome(outcome),
    excerpt: excerptOf(body),
  });
}

/**
 * Where the adapter fails on the plain body in the same chunks, the failure is the chunking's and
 * not the spelling's.
 */
async function readSpelled(
  trial: Trial,
  wire: Wire,
  frames: readonly SseEvent[],
  spelled: Bytes,
): Promise<void> {
  const wanted = await readUsual(trial, wire, frames);
  let excused = 0;
  for (const chunking of CHUNKINGS) {
    const outcome = await readChunks(trial, wire, chunking.cut(spelled));
    if (isSame(outcome, wanted)) continue;
    const plain = await readChunks(trial, wire, chunking.cut(bodyOf(wire, frames)));
    if (!isSame(plain, wanted) && ++excused < CHUNKINGS.length) continue;
    trial.fail({
      expected: `the turn of the plain body (${describeTurn(wanted)}), ${chunking.name}`,
      actual: tellOutcome(outcome),
      excerpt: excerptOf(spelled),
      ...(outcome.kind === "error" ? { cause: outcome.error } : {}),
    });
  }
}

/** Reads the plain body in the usual chunks: one event each. */
async function readUsual(trial: Trial, wire: Wire, frames: readonly SseEvent[]): Promise<Turn> {
  const usual = await readFrames(trial, wire, frames);
  if (usual.kind === "turn") return usual.turn;
  trial.fail({ expected: "a whole turn from one event a chunk", actual: tellOutcome(usual) });
}

function isSame(outcome: Outcome, wanted: Turn): boolean {
  return outcome.kind === "turn" && sameTurn(outcome.turn, wanted);
}

function bytesOf(body: Bytes): Bytes[] {
  return Array.from(body, (_, at) => body.slice(at, at + 1));
}
