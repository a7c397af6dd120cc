import type { Ask, TextForm } from "../request/ask.ts";
import { nameOfTool, offeredTools } from "../request/offered_tools.ts";
import { choiceOf, toolRule } from "../request/tool_choice.ts";
import { isObject } from "../../wire/json.ts";
import { parsedOrUndefined } from "../../wire/json_text.ts";
import type { AnswerBlock, AnswerChoice, ToolCallBlock } from "./answer_choice.ts";
import { conflict } from "./conflict.ts";
import { schemaFault } from "./schema_fault.ts";

/**
 * Gives of an answer what its request lets a model say: no calls of tools that `tool_choice` excludes, and
 * only the first call where the request wants no parallel ones.
 *
 * @param choice The answer.
 * @param ask What was asked.
 * @throws {ProviderProblem} If a tool is called that is not among those on offer, a call was required and there is
 * none, or nothing else was said than calls that
 * are excluded: no provider would ever send such an answer.
 */
export function fittingChoice(
  choice: AnswerChoice,
  { request }: Pick<Ask, "request">,
): AnswerChoice {
  const { allowed, isRequired } = toolRule(request);
  const isSingle = request.parallel_tool_calls === false;
  if (allowed === undefined && !isRequired && !isSingle) {
    requireOffered(choice.blocks, request);
    return choice;
  }
  let calls = 0;
  const blocks = choice.blocks.filter((block) => {
    if (block.type !== "tool_call") return true;
    if (allowed !== undefined && !allowed.includes(block.name)) return false;
    return ++calls === 1 || !isSingle;
  });
  requireOffered(blocks, request);
  if (calls > 0) return { ...choice, blocks };
  const isDropped = blocks.length < choice.blocks.length;
  const isSaid = blocks.some(({ type }) => type === "text");
  const isLacking = isRequired && !offersHosted(request);
  if (isWholeAnswer(choice) && (isLacking || (isDropped && !isSaid))) {
    const wanted = JSON.stringify(choiceOf(request));
    throw conflict(`makes no call that its tool_choice ${wanted} lets it make`);
  }
  return { ...choice, blocks, reason: choice.reason === "tool_use" ? "stop" : choice.reason };
}

/**
 * No model calls another tool than those it was told of. A request that offers none is for tests that look at the
 * calls alone; what a tool without a name of its own has to offer is not known.
 */
function requireOffered(blocks: readonly AnswerBlock[], request: Ask["request"]): void {
  const calls = blocks.filter((block) => block.type === "tool_call");
  if (calls.length === 0) return;
  const tools = offeredTools(request);
  for (const call of calls) requireKind(call, tools);
  const offered = tools.map(nameOfTool);
  if (offered.length === 0 || offered.includes("")) return;
  const other = calls.find(({ name }) => !offered.includes(name));
  if (other === undefined) return;
  throw conflict(
    `calls the tool ${JSON.stringify(other.name)}, and the request offers ${offered.join(", ")}`,
  );
}

/** A custom tool is called with a text, and any other with arguments. */
function requireKind({ name, custom }: ToolCallBlock, tools: readonly unknown[]): void {
  const same = tools.filter((tool) => nameOfTool(tool) === name);
  if (same.length === 0 || same.some((tool) => isCustom(tool) === custom)) return;
  const [word, member] = custom ? ["function", "input"] : ["custom tool", "arguments"];
  throw conflict(`calls the ${word} ${JSON.stringify(name)} with '${member}'`);
}

function isCustom(tool: unknown): boolean {
  return isObject(tool) && isObject(tool.custom);
}

/** Tools that the provider runs itself may have been called, which a result does not tell of. */
function offersHosted(request: Ask["request"]): boolean {
  return offeredTools(request).some((tool) => nameOfTool(tool) === "");
}

/** Whether a model has said all it would say: it was not cut, nor did it refuse. */
function isWholeAnswer({ blocks, reason }: AnswerChoice): boolean {
  if (blocks.some(({ type }) => type === "refusal")) return false;
  return reason === "stop" || reason === "tool_use";
}

/**
 * Requires that the text of an answer has the form that the request asks for, as a provider sees to it. An
 * answer that was cut, or that is no text, has no form.
 *
 * @param choice The answer, as it is sent.
 * @param form The form.
 * @throws {ProviderProblem} If it has another.
 */
export function requireForm({ blocks, reason, stopText }: AnswerChoice, form: TextForm): void {
  if (form.type === "text" || reason !== "stop" || stopText !== undefined) return;
  const texts = blocks.map((block) => block.type === "text" ? block.text : undefined)
    .filter((text) => text !== undefined);
  if (texts.length === 0) return;
  const text = texts.join("");
  if (form.type === "enum" && !form.texts.includes(text)) {
    throw conflict(`is none of the texts ${form.texts.join(", ")}`);
  }
  if (form.type === "enum") return;
  const value = parsedOrUndefined(text);
  if (value === undefined) throw conflict("is a text that is no JSON");
  if (form.type !== "schema" || !form.strict) return;
  const fault = schemaFault(form.schema, value);
  if (fault !== undefined) throw conflict(`breaks its JSON Schema: ${fault}`);
}
