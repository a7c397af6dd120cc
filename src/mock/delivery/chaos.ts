import { hashText, randomRow } from "../random.ts";
import type { ResponseDescription } from "../rules/reply.ts";
import { aProblem, aResponseDescription } from "../http/response_shape.ts";
import { aNumber, aWhole, listOf, membersIn, recordOf, type Shape } from "../options/shape.ts";
import { checkFault } from "./check_fault.ts";
import type { Fault } from "./delivery_plan.ts";

/** What happens to a call that chaos falls on: one of the two. */
export interface ChaosEffect {
  /** What goes wrong with the stream of the answer, besides the faults it has anyway. */
  readonly fault?: Fault | undefined;
  /** What the call gets in place of an answer; no rule is used up. */
  readonly response?: ResponseDescription | undefined;
}

/** An effect that calls get by chance. */
export interface ChaosFault extends ChaosEffect {
  /** How likely a call gets it, from 0 to 1. */
  readonly probability: number;
}

/**
 * What goes wrong without a rule that says so. The seed and the number of the call alone decide what a call
 * gets, so that a run can be repeated; where a test counts its calls, `onCall` is better still.
 */
export interface Chaos {
  /** What chance is made of. @default {the seed of the mock} */
  readonly seed?: number | undefined;
  /** What calls get by chance: at most one each. The probabilities together are at most 1. @default {[]} */
  readonly faults?: readonly ChaosFault[] | undefined;
  /** What certain calls get, by their numbers from 1; it stands before chance. @default {{}} */
  readonly onCall?: Readonly<Record<number, ChaosEffect>> | undefined;
}

/**
 * Picks what a call gets.
 *
 * @param chaos What there is to pick from.
 * @param callNumber Which call of the mock it is, from 1.
 * @param seed The seed of the mock.
 * @returns The effect; `undefined` if the call is let alone.
 */
export function pickChaos(
  chaos: Chaos | undefined,
  callNumber: number,
  seed: number,
): ChaosEffect | undefined {
  if (chaos === undefined) return undefined;
  const certain = chaos.onCall?.[callNumber];
  if (certain !== undefined) return certain;
  const { faults = [] } = chaos;
  if (faults.length === 0) return undefined;
  let drawn = randomRow(hashText(`chaos:${chaos.seed ?? seed}:${callNumber}`))();
  return faults.find(({ probability }) => (drawn -= probability) < 0);
}

const EFFECT: Readonly<Record<string, Shape>> = {
  fault: checkFault(aProblem),
  response: aResponseDescription,
};

const anEffect: Shape = (value, path) => {
  membersIn(EFFECT)(value, path);
  requireOneEffect(value as ChaosEffect, path);
};

const aChaosFault: Shape = (value, path) => {
  membersIn({ ...EFFECT, probability: aNumber(0, 1) }, ["probability"])(value, path);
  requireOneEffect(value as ChaosEffect, path);
};

const CHAOS: Shape = membersIn({
  seed: aWhole(0),
  faults: listOf(aChaosFault),
  onCall: recordOf(anEffect),
});

/** A little more than what sums of decimals can be off by. */
const ROUNDING = 1e-9;

/**
 * Makes sure that a value is a {@linkcode Chaos}.
 *
 * @param chaos The value.
 * @param path Where it stands, for the message.
 * @throws {TypeError} If something in it is of the wrong kind or unknown.
 * @throws {RangeError} If a number in it is out of range.
 */
export function checkChaos(chaos: unknown, path: string): void {
  CHAOS(chaos, path);
  const { faults = [], onCall = {} } = chaos as Chaos;
  const sum = faults.reduce((total, { probability }) => total + probability, 0);
  if (sum > 1 + ROUNDING) {
    throw new RangeError(
      `Cannot use '${path}.faults' as their probabilities together must be at most 1: ` +
        `current sum is ${sum}`,
    );
  }
  const odd = Object.keys(onCall).find((key) => !/^[1-9]\d*$/.test(key));
  if (odd === undefined) return;
  throw new TypeError(
    `Cannot use '${path}.onCall' as calls have numbers from 1: current key is ${
      JSON.stringify(odd)
    }`,
  );
}

function requireOneEffect({ fault, response }: ChaosEffect, path: string): void {
  if ((fault === undefined) !== (response === undefined)) return;
  const found = fault === undefined ? "neither" : "both";
  throw new TypeError(
    `Cannot use '${path}' as it must have either 'fault' or 'response', and it has ${found}`,
  );
}
