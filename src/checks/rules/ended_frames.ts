import type { SseEvent } from "../../sse/sse_event.ts";
import type { NeutralReason } from "../../turn/finish.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { ZERO_USAGE } from "../../turn/usage.ts";
import type { Wire } from "../../wire/wire.ts";
import { framesOf } from "../samples/turns.ts";

/** Writes events and the end of their turn as frames, for rules to which the usage is of no matter. */
export function endedFrames(
  wire: Wire,
  events: readonly TurnEvent[],
  reason: NeutralReason,
): SseEvent[] {
  const finish = { reason, raw: "", usage: ZERO_USAGE, discarded: ZERO_USAGE };
  return framesOf(wire, [...events, { type: "finish", finish }]);
}
