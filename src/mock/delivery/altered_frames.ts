import type { Fault } from "./delivery_plan.ts";
import { type Frame, withFaultIn } from "./frame.ts";

/** Adds the tokens so far to a frame, on wires that can. */
export type WithUsage = (frame: Frame, outputTokens: number) => Frame;

/**
 * Gives the frames of a stream with the faults that have no position: its marker missing or doubled, content
 * after its finish, usage on every chunk.
 *
 * @param frames The frames.
 * @param faults All faults of the stream.
 * @param withUsage Adds usage to a frame.
 * @throws {RangeError} If the stream has no such frame.
 */
export function alteredFrames(
  frames: readonly Frame[],
  faults: readonly Fault[],
  withUsage: WithUsage | undefined,
): Frame[] {
  const altered = [...frames];
  faults.forEach(({ kind }, index) => {
    const path = `delivery.faults[${index}]`;
    if (kind === "missing-marker") altered.splice(markerOf(altered, path), 1);
    if (kind === "double-marker") {
      const at = markerOf(altered, path);
      altered.splice(at + 1, 0, { ...altered[at]!, faults: [kind] });
    }
    if (kind === "content-after-finish") repeatContent(altered, path);
    if (kind === "usage-on-every-chunk") addUsage(altered, withUsage, path);
  });
  return altered;
}

/**
 * Finds the frame by which a stream says that it is over: its marker, or on wires without one the frame that
 * tells the reason.
 *
 * @param frames The frames.
 * @param path Which fault needs it, for the message.
 * @throws {RangeError} If there is none.
 */
export function markerOf(frames: readonly Frame[], path: string): number {
  const marker = frames.findIndex(({ part }) => part === "marker");
  const found = marker >= 0 ? marker : frames.findLastIndex(({ part }) => part === "finish");
  if (found >= 0) return found;
  throw new RangeError(`Cannot make the fault '${path}' as this answer has no end marker`);
}

function repeatContent(frames: Frame[], path: string): void {
  const finish = frames.findLastIndex(({ part }) => part === "finish");
  const content = frames.slice(0, Math.max(finish, 0)).findLast(({ part }) => part === "content");
  if (content === undefined) {
    throw new RangeError(
      `Cannot make the fault '${path}' as this answer has no content before a finish`,
    );
  }
  frames.splice(finish + 1, 0, { ...content, faults: ["content-after-finish"] });
}

/** The parts of a stream that carry an answer, and so may carry its usage. */
const CARRIERS: readonly string[] = ["open", "content", "close", "finish"];

function addUsage(frames: Frame[], withUsage: WithUsage | undefined, path: string): void {
  if (withUsage === undefined) {
    throw new RangeError(
      `Cannot make the fault '${path}' as this wire has no usage on its chunks`,
    );
  }
  let tokens = 0;
  let isFirst = true;
  for (const [index, frame] of frames.entries()) {
    tokens += frame.tokens;
    if (!CARRIERS.includes(frame.part)) continue;
    const used = withUsage(frame, tokens);
    frames[index] = isFirst ? withFaultIn(used, "usage-on-every-chunk") : used;
    isFirst = false;
  }
}
