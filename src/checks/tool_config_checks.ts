import type { Check } from "./check.ts";
import type { NewModel } from "./new_model.ts";
import { toolChecks } from "./tool_checks.ts";
import type { ToolCase, ToolChecksOptions } from "./tool_checks.ts";

const RULE = "tool-config";
const LONGEST = 64;

function refused(name: string, tools: readonly string[], choice?: ToolCase["choice"]): ToolCase {
  return { rule: RULE, name: `refuses ${name}`, tools, choice, refused: true };
}

function accepted(name: string, tools: readonly string[], choice?: ToolCase["choice"]): ToolCase {
  return { rule: RULE, name: `accepts ${name}`, tools, choice, refused: false };
}

const CASES: readonly ToolCase[] = [
  refused("space in name", ["get weather"]),
  refused("empty name", [""]),
  refused("slash in name", ["fs/read"]),
  refused("non-ASCII name", ["résumé"]),
  refused("65-char name", ["a".repeat(LONGEST + 1)]),
  refused("duplicate names", ["a", "a"]),
  refused("unknown mode", ["a"], { mode: "sometimes" }),
  refused("required, none", [], { mode: "required" }),
  refused("tool, none", [], { mode: "tool", name: "a" }),
  refused("tool, no name", ["a"], { mode: "tool" }),
  refused("tool, undeclared", ["a"], { mode: "tool", name: "b" }),
  accepted("get_weather", ["get_weather"]),
  accepted("a-1", ["a-1"]),
  accepted("64-char name", ["a".repeat(LONGEST)]),
  accepted("auto with no tools", [], { mode: "auto" }),
  accepted("none with no tools", [], { mode: "none" }),
  accepted("tool, declared", ["a"], { mode: "tool", name: "a" }),
];

/**
 * Gives the checks that an adapter refuses, before it sends anything, the tool setups that every
 * provider rejects, and sends those that every provider accepts.
 *
 * @example
 * ```ts
 * import { fetchModel, runChecks, toolConfigChecks } from "@wholeturn/wholeturn";
 * import { assert } from "@std/assert";
 *
 * const checks = toolConfigChecks(({ baseUrl, fetch }) =>
 *   fetchModel({ wire: "openai-chat", baseUrl, fetch, apiKey: "none" })
 * );
 * assert((await runChecks(checks)).ok);
 * ```
 *
 * @param newModel Makes the adapter; called once for each check.
 * @param options How to judge its refusals.
 * @throws {TypeError} If `newModel` is no function, or there is no such option.
 * @throws {RangeError} If `deadlineMs` is not positive.
 */
export function toolConfigChecks(
  newModel: NewModel,
  options: ToolChecksOptions = {},
): readonly Check[] {
  return toolChecks(newModel, CASES, options);
}
