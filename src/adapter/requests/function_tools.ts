import type { ToolSpec, TurnRequest } from "../../turn/request.ts";
import type { ToolCall } from "../../turn/turn.ts";
import { compact } from "./http_request.ts";
import type { JsonBody } from "./http_request.ts";

/** Writes a tool in OpenAI's form, which other providers took over. */
export function functionTool({ name, description, parameters }: ToolSpec): JsonBody {
  return { type: "function", function: compact({ name, description, parameters }) };
}

/** Writes a call of an earlier turn in the same form. */
export function functionCall({ id, name, arguments: text }: ToolCall): JsonBody {
  return { id, type: "function", function: { name, arguments: text } };
}

/** The tools to offer a provider whose choice knows no single tool: the one that is chosen, alone. */
export function offeredTools({ tools = [], toolChoice }: TurnRequest): readonly ToolSpec[] {
  return toolChoice?.mode === "tool" ? tools.filter(({ name }) => name === toolChoice.name) : tools;
}
