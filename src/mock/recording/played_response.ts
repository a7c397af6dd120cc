import type { Clock } from "../../clock.ts";
import { deliverSource } from "../delivery/deliver.ts";
import type { RecordedResponse } from "./cassette.ts";
import { passedHeaders } from "./passed_headers.ts";
import { toPiece } from "./piece.ts";
import { pieceSource, scaledMs } from "./piece_source.ts";
import { isBodiless, outcomeOf } from "./statuses.ts";
import type { Watch } from "./watch.ts";

/** What a recorded response is played with. */
export interface PlayOptions {
  /** How many times faster than recorded; 0 is at once. */
  readonly speed: number;
  /** Where time comes from. */
  readonly clock: Clock;
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal | undefined;
  /** The call it answers. */
  readonly watch: Watch;
}

/**
 * Plays a recorded response: the same bytes in the same pieces, with the same end.
 *
 * @param recorded The response.
 * @param options How.
 * @throws The reason of the signal, if it aborts before the headers are due.
 */
export async function playedResponse(
  recorded: RecordedResponse,
  options: PlayOptions,
): Promise<Response> {
  const { status, end } = recorded;
  const { speed, clock, signal, watch } = options;
  const { startedMs } = watch;
  await untilDue(scaledMs(recorded.afterMs, speed), options);
  const headers = passedHeaders(new Headers(recorded.headers));
  watch.change({ status });
  if (isBodiless(status)) {
    watch.change({ outcome: outcomeOf("close", status), endedMs: clock.now() });
    return new Response(null, { status, headers });
  }
  const body = deliverSource(pieceSource(recorded.pieces.map(toPiece), end, speed), startedMs, {
    clock,
    signal,
    onProgress: ({ bytes }) => watch.change({ bytes }),
    onSettled: ({ bytes, end, error }) => {
      const outcome = end === "served" ? outcomeOf("close", status) : end;
      watch.change({ outcome, bytes, error, endedMs: clock.now() });
    },
  });
  return new Response(body, { status, headers });
}

async function untilDue(
  dueMs: number,
  { clock, signal, watch }: PlayOptions,
): Promise<void> {
  const leftMs = dueMs - (clock.now() - watch.startedMs);
  try {
    if (leftMs > 0) await clock.sleep(leftMs, signal);
    signal?.throwIfAborted();
  } catch (error) {
    watch.change({ outcome: "aborted", error, endedMs: clock.now() });
    throw error;
  }
}
