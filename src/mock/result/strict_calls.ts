import { isObject } from "../../wire/json.ts";
import type { JsonObject } from "../../wire/json.ts";
import { parsedOrUndefined } from "../../wire/json_text.ts";
import type { Ask } from "../request/ask.ts";
import { nameOfTool, offeredTools } from "../request/offered_tools.ts";
import type { AnswerChoice } from "./answer_choice.ts";
import { conflict } from "./conflict.ts";
import { schemaFault } from "./schema_fault.ts";

/**
 * Requires that calls of strict tools satisfy the schemas of these, as providers promise. In an answer that was cut
 * they need not.
 *
 * @param choice The answer, as it is sent.
 * @param ask What was asked.
 * @throws {ProviderProblem} If one does not.
 */
export function requireStrictCalls(
  { blocks, reason }: AnswerChoice,
  { request }: Pick<Ask, "request">,
): void {
  if (reason !== "tool_use" && reason !== "stop") return;
  for (const block of blocks) {
    if (block.type !== "tool_call" || block.custom) continue;
    const schema = strictSchema(request, block.name);
    if (schema === undefined) continue;
    const value = parsedOrUndefined(block.arguments);
    const fault = value === undefined ? "they are no JSON" : schemaFault(schema, value);
    if (fault === undefined) continue;
    throw conflict(
      `calls the strict tool ${
        JSON.stringify(block.name)
      } with arguments that break its schema: ${fault}`,
    );
  }
}

function strictSchema(request: Ask["request"], name: string): JsonObject | undefined {
  const tool = offeredTools(request).find((tool) => nameOfTool(tool) === name);
  const definition = isObject(tool) && isObject(tool.function) ? tool.function : undefined;
  return definition?.strict === true && isObject(definition.parameters)
    ? definition.parameters
    : undefined;
}
