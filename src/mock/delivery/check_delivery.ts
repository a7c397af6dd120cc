import { aContentType } from "../http/header_shape.ts";
import { aProblem } from "../http/response_shape.ts";
import {
  aBoolean,
  aNumber,
  aText,
  aWhole,
  listOf,
  membersIn,
  misshapen,
  oneOf,
  type Shape,
} from "../options/shape.ts";
import { checkFault } from "./check_fault.ts";
import { areContrary } from "./contrary_faults.ts";
import type { FaultKind } from "./delivery_plan.ts";

const aFinite: Shape = aNumber(0, Number.MAX_SAFE_INTEGER);

/** One after the other. */
function all(...shapes: readonly Shape[]): Shape {
  return (value, path) => shapes.forEach((shape) => shape(value, path));
}

/** A rate of nothing would be a wait for ever. */
const aRate: Shape = all(aNumber(0), (value, path) => {
  if (value === 0) throw new RangeError(`Cannot use '${path}' as it must be above 0`);
});

/** With bursts alone, no wait between them would keep the pace. */
const aBurst: Shape = all(aNumber(0, 1), (value, path) => {
  if (value === 1) throw new RangeError(`Cannot use '${path}' as it must be below 1`);
});

const TIMING: Shape = membersIn({
  firstTokenMs: aFinite,
  tokensPerSecond: aRate,
  frameMs: aFinite,
  jitter: aNumber(0, 1),
  burst: aBurst,
  recordedMs: listOf(aFinite),
  speed: aFinite,
  unstreamed: aBoolean,
});

/** What a member of the timing makes no sense without, or beside. */
const checkTiming: Shape = all(TIMING, (value, path) => {
  const timing = value as Readonly<Record<string, unknown>>;
  const { recordedMs, tokensPerSecond, frameMs } = timing;
  const isGiven = (name: string) => timing[name] !== undefined;
  const refuse = (name: string, why: string): never => {
    throw new TypeError(`Cannot use '${path}.${name}' as ${why}`);
  };
  if (recordedMs === undefined) {
    if (frameMs !== undefined && tokensPerSecond !== undefined) {
      refuse("frameMs", "it stands in place of 'tokensPerSecond', and both are given");
    }
    if (isGiven("speed")) refuse("speed", "there is no 'recordedMs' that it could change");
    const hasPace = tokensPerSecond !== undefined || frameMs !== undefined;
    if (isGiven("burst") && !hasPace) {
      refuse("burst", "there is no 'tokensPerSecond' whose pace it could keep");
    }
    if (isGiven("jitter") && !hasPace && !isGiven("firstTokenMs")) {
      refuse("jitter", "there is no wait that it could change");
    }
    return;
  }
  const other = ["firstTokenMs", "tokensPerSecond", "frameMs", "jitter", "burst"].find(isGiven);
  if (other !== undefined) refuse(other, "'recordedMs' stands in its place, and both are given");
});

const oneLine: Shape = all(aText, (value, path) => {
  if (/[\r\n]/.test(value as string)) throw misshapen(path, "one line", value);
});

const SPELLING: Shape = membersIn({
  lineEnd: oneOf("\n", "\r\n", "\r"),
  spaceAfterColon: aBoolean,
  bom: aBoolean,
  comment: membersIn({ text: oneLine, everyFrames: aWhole(1) }, ["text", "everyFrames"]),
  packetBytes: aWhole(1),
});

const DELIVERY: Shape = membersIn({
  timing: checkTiming,
  chunking: membersIn({ by: oneOf("token", "word", "character"), size: aWhole(1) }),
  faults: checkFaults,
  spelling: SPELLING,
  contentType: aContentType,
});

/**
 * Makes sure that a value is a {@linkcode Delivery}.
 *
 * @param delivery The value.
 * @param path Where it stands, for the message.
 * @throws {TypeError} If something in it is of the wrong kind, unknown, or makes no sense beside the rest.
 * @throws {RangeError} If a number in it is out of range.
 */
export function checkDelivery(delivery: unknown, path: string): void {
  DELIVERY(delivery, path);
}

/**
 * Makes sure that a value is a list of faults of one stream.
 *
 * @param faults The value.
 * @param path Where it stands, for the message.
 * @param frames How many frames the stream has, where that is known.
 * @throws {TypeError} If one is none, has no position or too many, or contradicts another.
 * @throws {RangeError} If a position is negative, or lies beyond the stream.
 */
export function checkFaults(faults: unknown, path: string, frames?: number): void {
  listOf((fault, at) => checkFault(aProblem)(fault, at))(faults, path);
  const kinds = faults as { kind: FaultKind; afterFrames?: number }[];
  kinds.forEach(({ kind, afterFrames = 0 }, index) => {
    const before = kinds.slice(0, index).findIndex((other) => areContrary(other.kind, kind));
    if (before >= 0) {
      throw new TypeError(
        `Cannot use '${path}[${index}]' as '${path}[${before}]' stands there, and both cannot happen`,
      );
    }
    if (frames === undefined || afterFrames <= frames) return;
    throw new RangeError(
      `Cannot use '${path}[${index}].afterFrames' as the stream has ${frames} frames: ` +
        `current value is ${afterFrames}`,
    );
  });
}
