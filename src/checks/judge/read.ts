import type { Bytes } from "../../bytes.ts";
import type { SseEvent } from "../../sse/sse_event.ts";
import type { Wire } from "../../wire/wire.ts";
import { expectAsked } from "../consumer/asked.ts";
import type { Reply } from "../lab/reply.ts";
import { readOutcome } from "../outcome.ts";
import type { Outcome } from "../outcome.ts";
import type { Trial } from "../rule.ts";
import { chunksOf } from "../samples/turns.ts";
import { tellOutcome } from "./expected_turn.ts";

/**
 * Answers the adapter's next request, and reads what it makes of the answer.
 *
 * @param reply The answer; its body must end, as an adapter that goes on reading is not late.
 * @throws {ContractViolation} If the adapter sends no request for it: an error, say, would else be
 * taken for what it makes of the answer.
 */
export async function readReply(trial: Trial, reply: Reply): Promise<Outcome> {
  const { lab, model, settings } = trial;
  lab.answer(reply);
  // Only of the first request: an adapter that asks again and again comes no further.
  const own = lab.exchanges.length;
  const outcome = await readOutcome(
    model,
    settings.deadlineMs,
    () => lab.exchanges[own]?.bytesTaken,
  );
  expectAsked(trial, own, tellOutcome(outcome));
  return outcome;
}

/** Answers with a body in these chunks, as a stream of the wire, and what follows it. */
export function readChunks(
  trial: Trial,
  wire: Pick<Wire, "contentType">,
  chunks: readonly Bytes[],
  end: Reply["end"] = "close",
): Promise<Outcome> {
  return readReply(trial, { contentType: wire.contentType, chunks, end });
}

/** Answers with these frames, one a chunk, and a clean end. */
export function readFrames(
  trial: Trial,
  wire: Wire,
  frames: readonly SseEvent[],
): Promise<Outcome> {
  return readChunks(trial, wire, chunksOf(wire, frames));
}
