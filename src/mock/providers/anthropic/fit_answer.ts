import { isObject } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import { parsedOrUndefined } from "../../../wire/json_text.ts";
import { isRunByProvider, nameOfTool } from "../../request/offered_tools.ts";
import type { AnswerChoice, ToolCallBlock } from "../../result/answer_choice.ts";
import { conflict } from "../../result/conflict.ts";
import { withoutThoughts } from "../../result/without_thoughts.ts";

/**
 * Gives of an answer what Anthropic's models may say: no thoughts where thinking is turned off.
 *
 * @param choice The answer.
 * @param body The request.
 * @param tools The tools it offers.
 * @throws {ProviderProblem} If Anthropic would never send it.
 */
export function fitAnswer(
  choice: AnswerChoice,
  { thinking }: JsonObject,
  tools: readonly JsonObject[],
): AnswerChoice {
  const own = tools.filter(isRunByProvider).map(nameOfTool);
  const isWhole = choice.reason === "tool_use" || choice.reason === "stop";
  for (const block of choice.blocks) {
    if (block.type === "tool_call") requireClientCall(block, own, isWhole);
  }
  return isObject(thinking) && thinking.type === "disabled" ? withoutThoughts(choice) : choice;
}

/** An answer that was cut may end within its arguments. */
function requireClientCall(call: ToolCallBlock, own: readonly string[], isWhole: boolean): void {
  const { name, arguments: args, custom } = call;
  if (own.includes(name)) {
    throw conflict(
      `calls the tool ${JSON.stringify(name)}, which the provider runs itself: ` +
        "give what the model says in the end",
    );
  }
  if (custom || !isWhole || isObjectText(args)) return;
  throw conflict(
    `calls the tool ${JSON.stringify(name)} with arguments that are no JSON object`,
  );
}

/** A call without arguments has an empty text of them. */
function isObjectText(text: string): boolean {
  return text === "" || isObject(parsedOrUndefined(text));
}
