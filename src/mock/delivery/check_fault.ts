import { aBoolean, aNumber, aWhole, membersIn, oneOf, type Shape } from "../options/shape.ts";
import { type FaultKind, UNPLACED_FAULTS } from "./delivery_plan.ts";

const PLACED: readonly FaultKind[] = [
  "close",
  "reset",
  "hang",
  "error-frame",
  "malformed-frame",
  "duplicate-frame",
  "reorder",
  "early-marker",
];

const ENDS: ReadonlySet<unknown> = new Set(["close", "reset", "hang", "error-frame"]);

const POSITIONS = ["afterFrames", "afterBytes", "afterMs"] as const;

/**
 * Makes the check of a fault: its kind, and just one position if the kind has one.
 *
 * @param aProblem What a problem must be.
 */
export function checkFault(aProblem: Shape): Shape {
  const members = membersIn({
    kind: oneOf(...PLACED, ...UNPLACED_FAULTS),
    afterFrames: aWhole(0),
    afterBytes: aWhole(0),
    afterMs: aNumber(0, Number.MAX_SAFE_INTEGER),
    problem: aProblem,
    optional: aBoolean,
  }, ["kind"]);
  return (value, path) => {
    members(value, path);
    const fault = value as Readonly<Record<string, unknown>>;
    const kind = JSON.stringify(fault.kind);
    const given = POSITIONS.filter((name) => fault[name] !== undefined);
    const wanted = UNPLACED_FAULTS.has(fault.kind as FaultKind) ? 0 : 1;
    if (given.length !== wanted) {
      const found = given.length === 0 ? "it has none" : `it has ${given.join(" and ")}`;
      const expected = wanted === 0 ? "no position" : `exactly one of ${POSITIONS.join(", ")}`;
      throw new TypeError(
        `Cannot use '${path}' as the fault ${kind} must have ${expected}, and ${found}`,
      );
    }
    if (fault.optional !== undefined && !ENDS.has(fault.kind)) {
      throw new TypeError(
        `Cannot use '${path}.optional' as only a fault that ends the stream may be: current kind is ${kind}`,
      );
    }
    if (fault.problem === undefined || fault.kind === "error-frame") return;
    throw new TypeError(
      `Cannot use '${path}.problem' as only an "error-frame" says one: current kind is ${kind}`,
    );
  };
}
