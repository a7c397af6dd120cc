import type { Check } from "./check.ts";
import type { NewModel } from "./new_model.ts";
import { toolChecks } from "./tool_checks.ts";
import type { ToolCase, ToolChecksOptions } from "./tool_checks.ts";

const RULE = "tool-names";

/** The names that tell an adapter's own rule. */
export interface ToolNames {
  /** Names the provider rejects. */
  readonly refused: readonly string[];
  /** Names the provider accepts. */
  readonly accepted: readonly string[];
}

/**
 * Gives the checks of an adapter's own rule for tool names, against names that an MCP server may
 * list (1 to 128 of `A-Z a-z 0-9 _ - .`, which is wider than every provider's rule): a refused name
 * fails with a `ConfigError` that quotes it, before anything is sent, also when it stands second; an
 * accepted one reaches the provider.
 *
 * @example
 * ```ts
 * import { fetchModel, runChecks, toolNameChecks } from "@wholeturn/wholeturn";
 * import { assert } from "@std/assert";
 *
 * const checks = toolNameChecks(
 *   ({ baseUrl, fetch }) => fetchModel({ wire: "openai-chat", baseUrl, fetch, apiKey: "none" }),
 *   { refused: ["admin.tools.list"], accepted: ["admin-tools-list"] },
 * );
 * assert((await runChecks(checks)).ok);
 * ```
 *
 * @param newModel Makes the adapter; called once for each check.
 * @param names The names.
 * @param options How to judge its refusals.
 * @throws {TypeError} If an argument is not what it should be.
 * @throws {RangeError} If `deadlineMs` is not positive.
 */
export function toolNameChecks(
  newModel: NewModel,
  names: ToolNames,
  options: ToolChecksOptions = {},
): readonly Check[] {
  for (const key of ["refused", "accepted"] as const) {
    const list: unknown = names?.[key];
    if (Array.isArray(list) && list.every((name) => typeof name === "string")) continue;
    throw new TypeError(
      `Cannot check tool names as '${key}' must be an array of texts: current value is ${
        JSON.stringify(list)
      }`,
    );
  }
  const refused = names.refused.map((name): ToolCase => ({
    rule: RULE,
    name: `refuses ${JSON.stringify(name)}`,
    // A good one first: an adapter that looks at one tool only would let the second pass.
    tools: ["ok", name],
    refused: true,
    quotes: JSON.stringify(name),
  }));
  const accepted = names.accepted.map((name): ToolCase => ({
    rule: RULE,
    name: `accepts ${JSON.stringify(name)}`,
    tools: [name],
    refused: false,
  }));
  return toolChecks(newModel, [...refused, ...accepted], options);
}
