import { isOwnError } from "../../find_wholeturn_error.ts";
import { eventFault } from "../../turn/event_fault.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { checkFinish } from "../check_finish.ts";
import type { OtherRuleId } from "../other_rules.ts";
import { describeError, describeUsage } from "../outcome.ts";
import { ContractViolation } from "../violation.ts";
import type { Emit } from "./emit.ts";

const TYPES: ReadonlySet<unknown> = new Set(["text", "reasoning", "tool_call", "finish", "error"]);

const MODEL_CODES: ReadonlySet<string> = new Set([
  "STATUS",
  "RATE_LIMITED",
  "QUOTA",
  "INCOMPLETE",
  "STREAM_PROTOCOL",
  "PROVIDER",
  "TOO_LARGE",
  "NETWORK",
  "LENGTH",
  "FILTERED",
  "TRUNCATED_TOOL_ARGUMENTS",
]);

/** Tells whether an error is one a failed response may fail with, in the taxonomy of this package. */
export function isModelFailure(error: unknown): boolean {
  return isOwnError(error) && MODEL_CODES.has(error.code);
}

/**
 * Checks what a reader gave against the properties every response must keep, whatever its bytes.
 *
 * @param emits What the reader gave, in order.
 * @param isFailure Tells the errors a failed response may fail with.
 * @throws {ContractViolation} For the first property broken.
 */
export function checkEmits(emits: readonly Emit[], isFailure: (error: unknown) => boolean): void {
  emits.forEach((emit, position) => {
    if (!TYPES.has((emit as Partial<Emit> | null)?.type)) {
      fail(
        "sse-event",
        "events of the known types",
        `event ${position} was ${describeError(emit)}`,
      );
    }
    const fault = emit.type === "error" ? undefined : eventFault(emit) ?? usageFault(emit);
    if (fault !== undefined) {
      fail("sse-event", "events with all that belongs to them", `of event ${position}: ${fault}`);
    }
    const after = emits.length - position - 1;
    if (emit.type === "finish") {
      if (after > 0) {
        fail(
          "sse-finish-last",
          "nothing after the finish",
          `${list(emits.slice(position + 1))} followed`,
        );
      }
      checkFinish(emit.finish);
    }
    if (emit.type !== "error") return;
    if (after > 0) {
      fail(
        "sse-error-last",
        "nothing after an error",
        `${list(emits.slice(position + 1))} followed`,
      );
    }
    if (!isFailure(emit.error)) {
      fail(
        "sse-error-class",
        "a failed response to fail with a ModelError or a TruncatedToolArgumentsError",
        `it threw ${describeError(emit.error)}`,
        emit.error,
      );
    }
  });
}

/** Finds out whether a finish counts tokens in anything but numbers. */
function usageFault(emit: TurnEvent): string | undefined {
  if (emit.type !== "finish") return undefined;
  const { input, output, cacheRead, cacheWrite } = emit.finish.usage;
  const counts: readonly unknown[] = [input, output, cacheRead, cacheWrite];
  if (counts.every((count) => typeof count === "number")) return undefined;
  return `the four counts of a usage must be numbers: they are ${describeUsage(emit.finish.usage)}`;
}

function fail(rule: OtherRuleId, expected: string, actual: string, cause?: unknown): never {
  throw new ContractViolation({
    rule,
    expected,
    actual,
    ...(cause === undefined ? {} : { cause }),
  });
}

function list(emits: readonly Emit[]): string {
  const types = emits.slice(0, 3).map(({ type }) => `"${type}"`).join(", ");
  return emits.length > 3 ? `${types} and ${emits.length - 3} more` : types;
}
