import { randomRow } from "../random.ts";
import type { Timing } from "./delivery_plan.ts";
import type { Frame } from "./frame.ts";

/** Says when a frame is due, in milliseconds since the request; asked once for each, in order. */
export type Pace = (frame: Pick<Frame, "part" | "tokens">) => number;

/**
 * Makes the pace of a stream.
 *
 * The first token comes after `firstTokenMs`, and what comes before any content at once. A frame is due when
 * the last of its tokens is, so that the pace is the same however the text is cut.
 *
 * @param timing How fast.
 * @param beginMs How long after the request the frames begin: nothing is due before.
 * @param random The row of numbers that jitter and bursts are made of.
 * @returns The pace; `undefined` if everything is due at once.
 */
export function paceOf(
  timing: Timing | undefined,
  beginMs: number,
  random: () => number,
): Pace | undefined {
  const { firstTokenMs = 0, tokensPerSecond, frameMs = 0, recordedMs, speed = 1 } = timing ?? {};
  if (recordedMs !== undefined) {
    return speed === 0 ? undefined : recordedPace(recordedMs, speed, beginMs);
  }
  if (firstTokenMs === 0 && frameMs === 0 && tokensPerSecond === undefined) return undefined;
  const isVaried = (timing?.jitter ?? 0) > 0 || (timing?.burst ?? 0) > 0;
  // A row of its own, lest what else is drawn depends on how frames are delivered.
  const row = isVaried ? randomRow(random() * 0x100000000) : random;
  return modelPace({ ...timing }, beginMs, row);
}

function recordedPace(recordedMs: readonly number[], speed: number, beginMs: number): Pace {
  let index = 0;
  let dueMs = 0;
  return () => {
    dueMs += (recordedMs[index] ?? 0) / speed;
    if (index++ === 0) dueMs = Math.max(dueMs, beginMs);
    return dueMs;
  };
}

function modelPace(timing: Timing, beginMs: number, random: () => number): Pace {
  const { firstTokenMs = 0, tokensPerSecond = Infinity, frameMs = 0 } = timing;
  const { jitter = 0, burst = 0 } = timing;
  let dueMs = beginMs;
  let hasBegun = false;
  function varied(ms: number): number {
    return jitter === 0 || ms === 0 ? ms : ms * (1 + jitter * (2 * random() - 1));
  }
  function gapMs(tokens: number): number {
    const ms = frameMs + Math.max(tokens, 0) * 1000 / tokensPerSecond;
    if (burst === 0 || ms === 0) return varied(ms);
    // What the frames of bursts do not wait for, the others do, so that the mean is the same.
    return random() < burst ? 0 : varied(ms / (1 - burst));
  }
  return ({ part, tokens }) => {
    if (hasBegun) return dueMs += gapMs(tokens);
    if (part === "open" || part === "ping") return dueMs += gapMs(0);
    hasBegun = true;
    return dueMs = Math.max(dueMs, varied(firstTokenMs)) + gapMs(tokens - 1);
  };
}
