import type { Bytes } from "../../bytes.ts";
import type { SseEvent } from "../../sse/sse_event.ts";
import type { Turn } from "../../turn/turn.ts";
import type { Wire } from "../../wire/wire.ts";
import { excerptOf } from "../excerpt.ts";
import { tellOutcome } from "../judge/expected_turn.ts";
import { readChunks, readFrames } from "../judge/read.ts";
import { spellingsOf } from "../judge/spellings.ts";
import type { Spelling } from "../judge/spellings.ts";
import { describeTurn } from "../outcome.ts";
import type { Outcome } from "../outcome.ts";
import type { Rule, RuleCase, Trial } from "../rule.ts";
import { sameTurn } from "../same_turn.ts";
import { bodyOf, framesOf, TOOL_TURN } from "../samples/turns.ts";
import { combinedSpellings } from "./combined_spellings.ts";
import type { CombinedSpelling } from "./combined_spellings.ts";

const LF = 10;
const CR = 13;

/** A way to cut a body into chunks. */
interface Chunking {
  readonly name: string;
  cut(body: Bytes): readonly Bytes[];
}

const ONE_CHUNK: Chunking = { name: "in one chunk", cut: (body) => [body] };
const LINE_ENDS: Chunking = { name: "cut around its line ends", cut: lineEndsOf };
const ONE_BYTE: Chunking = { name: "one byte a chunk", cut: bytesOf };
const CHUNKINGS: readonly Chunking[] = [ONE_CHUNK, ONE_BYTE];
/** Combinations are many, and bytes are more: what goes wrong with them goes wrong at a line end. */
const COMBINED_CHUNKINGS: readonly Chunking[] = [ONE_CHUNK, LINE_ENDS];

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
      ...[...spellingsOf(wire.framing), ...combinedSpellings(wire.framing)].map((
        spelling,
      ): RuleCase => {
        const written = spelling.isAtStart ? opening : frames;
        return { name: spelling.name, run: (trial) => readSpelled(trial, wire, written, spelling) };
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
  { write, parts = [] }: Spelling & Partial<CombinedSpelling>,
): Promise<void> {
  const wanted = await readUsual(trial, wire, frames);
  const spelled = write(frames);
  const chunkings = parts.length > 0 ? COMBINED_CHUNKINGS : CHUNKINGS;
  let excused = 0;
  for (const chunking of chunkings) {
    const outcome = await readChunks(trial, wire, chunking.cut(spelled));
    if (isSame(outcome, wanted)) continue;
    if (!await readsAll(trial, wire, parts.map((part) => part.write(frames)), wanted)) return;
    const plain = await readChunks(trial, wire, chunking.cut(bodyOf(wire, frames)));
    if (!isSame(plain, wanted) && ++excused < chunkings.length) continue;
    trial.fail({
      expected: `the turn of the plain body (${describeTurn(wanted)}), ${chunking.name}`,
      actual: tellOutcome(outcome),
      excerpt: excerptOf(spelled),
      ...(outcome.kind === "error" ? { cause: outcome.error } : {}),
    });
  }
}

/** Tells whether an adapter passes the cases of these bodies, so that a failure is not theirs. */
async function readsAll(
  trial: Trial,
  wire: Wire,
  bodies: readonly Bytes[],
  wanted: Turn,
): Promise<boolean> {
  for (const chunks of bodies.flatMap((body) => CHUNKINGS.map(({ cut }) => cut(body)))) {
    if (!isSame(await readChunks(trial, wire, chunks), wanted)) return false;
  }
  return true;
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

/** Every line end in a chunk of its own, CRLF in two. */
function lineEndsOf(body: Bytes): Bytes[] {
  const chunks: Bytes[] = [];
  let start = 0;
  body.forEach((byte, at) => {
    if (byte !== LF && byte !== CR) return;
    chunks.push(body.slice(start, at), body.slice(at, at + 1));
    start = at + 1;
  });
  return [...chunks, body.slice(start)].filter(({ length }) => length > 0);
}

function bytesOf(body: Bytes): Bytes[] {
  return Array.from(body, (_, at) => body.slice(at, at + 1));
}
