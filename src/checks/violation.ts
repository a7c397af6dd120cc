import { WholeturnError } from "../errors.ts";
import { isOwnError } from "../find_wholeturn_error.ts";
import { shown } from "../shown.ts";

/** What a violation consists of. */
export interface ViolationParts {
  /** The id of the rule that was broken. */
  readonly rule: string;
  /** What the rule asks for, in this case; begins small and fits after "Expected". */
  readonly expected: string;
  /** What happened instead; begins small and fits after "but". */
  readonly actual: string;
  /** The shortest piece of the stream that shows it, with byte offsets. */
  readonly excerpt?: string | undefined;
  /** How to run this case alone. */
  readonly replay?: string | undefined;
  /** The error that shows it. */
  readonly cause?: unknown;
}

/**
 * An adapter broke a rule. `code` and `rule` are the rule's id, which is stable.
 *
 * @example What a violation tells
 * ```ts
 * import { checkFinish, ContractViolation, ZERO_USAGE } from "@wholeturn/wholeturn";
 * import { assertEquals, assertThrows } from "@std/assert";
 *
 * const finish = { reason: "done", raw: "end_turn", usage: ZERO_USAGE, discarded: ZERO_USAGE };
 * const violation = assertThrows(() => checkFinish(finish), ContractViolation);
 * assertEquals(violation.rule, "finish");
 * assertEquals(violation.actual, 'reason was "done" and raw "end_turn"');
 * ```
 */
export class ContractViolation extends WholeturnError {
  /** The class, by name. */
  override readonly name = "ContractViolation";
  /** The id of the rule that was broken. */
  readonly rule: string;
  /** What the rule asks for. */
  readonly expected: string;
  /** What happened instead. */
  readonly actual: string;
  /** The shortest piece of the stream that shows it. */
  readonly excerpt: string | undefined;
  /** How to run this case alone. */
  readonly replay: string | undefined;

  /**
   * Makes a violation.
   *
   * @param parts What it consists of.
   * @throws {TypeError} If its `rule`, `expected` or `actual` is no text.
   */
  constructor(parts: ViolationParts) {
    requireParts(parts);
    const { rule, expected, actual, excerpt, replay } = parts;
    const lines = [`[${rule}] Expected ${expected}, but ${actual}`];
    if (excerpt !== undefined) lines.push(excerpt);
    if (replay !== undefined) lines.push(`Replay: ${replay}`);
    super(rule, lines.join("\n"), "cause" in parts ? { cause: parts.cause } : undefined);
    this.rule = rule;
    this.expected = expected;
    this.actual = actual;
    this.excerpt = excerpt;
    this.replay = replay;
  }

  /** The same violation with more known about it. */
  with(more: Partial<ViolationParts>): ContractViolation {
    return new ContractViolation({ ...this.parts(), ...more });
  }

  /** What this violation consists of. */
  parts(): ViolationParts {
    const { rule, expected, actual, excerpt, replay, cause } = this;
    return { rule, expected, actual, excerpt, replay, ...(cause === undefined ? {} : { cause }) };
  }
}

function requireParts(parts: unknown): void {
  for (const name of ["rule", "expected", "actual"] as const) {
    const value = (parts as Partial<ViolationParts> | null | undefined)?.[name];
    if (typeof value === "string") continue;
    throw new TypeError(
      `Cannot make a violation as its '${name}' must be a string: current value is ${shown(value)}`,
    );
  }
}

/**
 * Tells whether a value is a violation, also one of another copy of this package.
 *
 * @example
 * ```ts
 * import { checkFinish, isViolation, ZERO_USAGE } from "@wholeturn/wholeturn";
 * import { assertEquals } from "@std/assert";
 *
 * try {
 *   checkFinish({ reason: "", raw: "", usage: ZERO_USAGE, discarded: ZERO_USAGE });
 * } catch (error) {
 *   assertEquals(isViolation(error) && error.rule, "finish");
 * }
 * ```
 *
 * @param value Anything, for instance what a `catch` caught.
 */
export function isViolation(value: unknown): value is ContractViolation {
  return isOwnError(value) && typeof (value as Partial<ContractViolation>).rule === "string";
}
