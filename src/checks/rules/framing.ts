import type { Bytes } from "../../bytes.ts";
import type { SseEvent } from "../../sse/sse_event.ts";
import type { Turn } from "../../turn/turn.ts";
import type { Wire } from "../../wire/wire.ts";
import { concatBytes } from "../../bytes.ts";
import { excerptOf } from "../excerpt.ts";
import { tellOutcome } from "../judge/expected_turn.ts";
import { readChunks } from "../judge/read.ts";
import { spellingsOf } from "../judge/spellings.ts";
import { describeTurn } from "../outcome.ts";
import type { Rule, RuleCase, Trial } from "../rule.ts";
import { sameTurn } from "../same_turn.ts";
import { chunksOf, framesOf, TOOL_TURN } from "../samples/turns.ts";

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
    const { wire } = samples;
    return [
      ...CHUNKINGS.map((chunking): RuleCase => ({
        name: chunking.name,
        run: (trial) => readPlain(trial, wire, chunking),
      })),
      ...spellingsOf(wire.framing).map(({ name, write }): RuleCase => ({
        name,
        run: (trial) => readSpelled(trial, wire, write),
      })),
    ];
  },
};

async function readPlain(trial: Trial, wire: Wire, chunking: Chunking): Promise<void> {
  const frames = framesOf(wire, TOOL_TURN);
  const usual = await readChunks(trial, wire, chunksOf(wire, frames));
  if (usual.kind !== "turn") {
    trial.fail({
      expected: "a whole turn from one event a chunk",
      actual: tellOutcome(usual),
    });
  }
  await compare(trial, wire, usual.turn, concatBytes(chunksOf(wire, frames)), chunking);
}

/**
 * Compares with the plain body in the same chunks, so that a failure is the spelling's and not the
 * chunking's.
 */
async function readSpelled(
  trial: Trial,
  wire: Wire,
  write: (frames: readonly SseEvent[]) => Bytes,
): Promise<void> {
  const frames = framesOf(wire, TOOL_TURN);
  const body = concatBytes(chunksOf(wire, frames));
  let compared = 0;
  for (const chunking of CHUNKINGS) {
    const plain = await readChunks(trial, wire, chunking.cut(body));
    if (plain.kind !== "turn") continue;
    compared++;
    await compare(trial, wire, plain.turn, write(frames), chunking);
  }
  if (compared > 0) return;
  trial.fail({
    expected: "a whole turn from the plain body",
    actual: "it gave none in any chunks",
  });
}

async function compare(
  trial: Trial,
  wire: Wire,
  wanted: Turn,
  body: Bytes,
  chunking: Chunking,
): Promise<void> {
  const outcome = await readChunks(trial, wire, chunking.cut(body));
  if (outcome.kind === "turn" && sameTurn(outcome.turn, wanted)) return;
  trial.fail({
    expected: `the turn of the plain body (${describeTurn(wanted)}) ${chunking.name}`,
    actual: tellOutcome(outcome),
    excerpt: excerptOf(body),
    ...(outcome.kind === "error" ? { cause: outcome.error } : {}),
  });
}

function bytesOf(body: Bytes): Bytes[] {
  return Array.from(body, (_, at) => body.slice(at, at + 1));
}
