import type { JsonObject } from "../../../wire/json.ts";
import type { Problem } from "../problem.ts";
import { ProviderProblem } from "../problem.ts";

/** A problem with what Google tells of it beside the message. */
export interface GeminiProblem extends Problem {
  /** Google's details, each with its `@type`. */
  readonly details?: readonly JsonObject[];
}

/** Something in a request that is not as its type wants it. */
export interface FieldFault {
  /** Where it is; empty for the request itself. */
  readonly field: string;
  /** What is wrong. */
  readonly description: string;
  /** Whether it is only that there is no such member. @default {false} */
  readonly isUnknown?: boolean;
}

/**
 * Refuses a request whose JSON does not fit its type: all faults at once, as Google tells them.
 *
 * @param faults The faults; at least one.
 */
export function misfit(faults: readonly FieldFault[]): ProviderProblem {
  const problem: GeminiProblem = {
    kind: "invalid_request",
    message: faults.map(({ description }) => description).join("\n"),
    details: [{
      "@type": "type.googleapis.com/google.rpc.BadRequest",
      fieldViolations: faults.map(({ field, description }) =>
        field === "" ? { description } : { field, description }
      ),
    }],
  };
  return new ProviderProblem(problem);
}
