import { arrayOf, isObject, stringOf } from "../../wire/json.ts";
import type { ModelRequest } from "./model_request.ts";
import { nameOfTool } from "./offered_tools.ts";

/** Which tools a request lets a model call, and whether it must call one. */
export interface ToolRule {
  /** The names of the tools it may call; `undefined` for any. */
  readonly allowed: readonly string[] | undefined;
  /** Whether it must call one. */
  readonly isRequired: boolean;
}

/**
 * Tells what the `tool_choice` of a request asks for, or its `function_call` in the form before tools.
 *
 * @param request The request.
 */
export function toolRule(request: Pick<ModelRequest, string>): ToolRule {
  const choice = choiceOf(request);
  if (choice === "none") return { allowed: [], isRequired: false };
  if (choice === "required") return { allowed: undefined, isRequired: true };
  const named = namedTool(choice);
  if (named !== undefined) return { allowed: [named], isRequired: true };
  if (isObject(choice) && isObject(choice.allowed_tools)) {
    const { mode, tools } = choice.allowed_tools;
    return { allowed: arrayOf(tools).map(nameOfTool), isRequired: mode === "required" };
  }
  return { allowed: undefined, isRequired: false };
}

/** Gives the `tool_choice` of a request, or its `function_call` in the form of one. */
export function choiceOf(
  { tool_choice: choice, function_call: call }: Pick<ModelRequest, string>,
): unknown {
  return choice ?? (isObject(call) ? { type: "function", function: call } : call);
}

/** Gives the one tool that a `tool_choice` names, if it names one. */
export function namedTool(choice: unknown): string | undefined {
  if (!isObject(choice)) return undefined;
  const named = choice.function ?? choice.custom;
  return isObject(named) ? stringOf(named.name) : undefined;
}
