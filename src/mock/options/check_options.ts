import type { MockGptOptions } from "./mock_gpt_options.ts";
import { checkChaos } from "../delivery/chaos.ts";
import { checkDelivery } from "../delivery/check_delivery.ts";
import { ownCopy } from "./own_copy.ts";
import { aForward, aReplay } from "../recording/recording_shape.ts";
import { aRule } from "../rules/rule_shape.ts";
import { aFunction, aWhole, listOf, membersIn, oneOf, type Shape } from "./shape.ts";

const aClock: Shape = (value, path) => {
  const { now, sleep } = Object(value) as { now?: unknown; sleep?: unknown };
  aFunction(now, `${path}.now`);
  aFunction(sleep, `${path}.sleep`);
};

const OPTIONS = membersIn({
  rules: listOf(aRule),
  seed: aWhole(0),
  clock: aClock,
  delivery: checkDelivery,
  chaos: checkChaos,
  replay: aReplay,
  forward: aForward,
  unknownMembers: oneOf("refuse", "accept"),
  maxRecords: aWhole(1),
  maxRecordChars: aWhole(1),
  maxBodyBytes: aWhole(1),
});

/**
 * Makes sure that a mock can be made of options, and copies them so that nobody can change them later. Rules are
 * copied by their book; the clock is somebody's own.
 *
 * @param options The options.
 * @throws {TypeError} If something is of the wrong kind or unknown; the message says where.
 * @throws {RangeError} If a number is out of range.
 */
export function ownOptions(options: MockGptOptions): MockGptOptions {
  OPTIONS(options, "options");
  const { delivery, chaos, replay, forward } = options;
  return { ...options, ...ownCopy({ delivery, chaos, replay, forward }) };
}
