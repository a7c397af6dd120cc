import { arrayOf, isObject, stringOf } from "../../../wire/json.ts";
import type { JsonObject } from "../../../wire/json.ts";
import type { Ask, TextForm } from "../../request/ask.ts";
import type { ModelMessage } from "../../request/model_request.ts";
import { adoptRequest } from "../../request/snapshot_request.ts";
import type { AnswerChoice } from "../../result/answer_choice.ts";
import { withoutThoughts } from "../../result/without_thoughts.ts";
import type { UnknownMembers } from "../unknown_members.ts";
import { checkChat } from "./check_chat.ts";

/**
 * Reads a request of chat, and refuses what Cohere refuses.
 *
 * @param body The request's body.
 * @param mode What happens to members that Cohere does not have.
 * @throws {ProviderProblem} If Cohere would refuse it.
 */
export function readChat(body: JsonObject, mode: UnknownMembers): Ask {
  checkChat(body, mode);
  const maxTokens = typeof body.max_tokens === "number" ? body.max_tokens : undefined;
  return {
    surface: "cohere",
    request: adoptRequest(neutralRequest(body)),
    body,
    framing: body.stream === true ? "sse" : undefined,
    count: 1,
    maxTokens,
    stop: arrayOf(body.stop_sequences) as readonly string[],
    form: formOf(body.response_format),
    fit: isObject(body.thinking) && body.thinking.type === "disabled" ? planAtMost : undefined,
  };
}

/** What stands before calls is a plan, which is no thinking. */
function planAtMost(choice: AnswerChoice): AnswerChoice {
  const hasCalls = choice.blocks.some(({ type }) => type === "tool_call");
  return hasCalls ? choice : withoutThoughts(choice);
}

function neutralRequest(body: JsonObject): Record<string, unknown> {
  const { messages, stop_sequences: stop, tool_choice: choice, p, k, ...others } = body;
  const { response_format: format, ...rest } = others;
  const form = formOf(format);
  return {
    ...rest,
    messages: (messages as readonly JsonObject[]).map(neutralMessage),
    ...(body.strict_tools === true ? { tools: arrayOf(body.tools).map(strictTool) } : {}),
    ...(Array.isArray(stop) ? { stop } : {}),
    ...(typeof choice === "string" ? { tool_choice: choice.toLowerCase() } : {}),
    ...(typeof p === "number" ? { top_p: p } : {}),
    ...(typeof k === "number" ? { top_k: k } : {}),
    ...(form.type === "schema"
      ? {
        response_format: {
          type: "json_schema",
          json_schema: { name: "output", schema: form.schema },
        },
      }
      : format === undefined
      ? {}
      : { response_format: format }),
  };
}

function strictTool(tool: unknown): unknown {
  if (!isObject(tool) || !isObject(tool.function)) return tool;
  return { ...tool, function: { ...tool.function, strict: true } };
}

/** Cohere promises that what it writes satisfies a schema. */
function formOf(format: unknown): TextForm {
  if (!isObject(format) || format.type !== "json_object") return { type: "text" };
  const schema = format.json_schema ?? format.schema;
  return isObject(schema) ? { type: "schema", schema, strict: true } : { type: "json" };
}

function neutralMessage(message: JsonObject): ModelMessage {
  const role = stringOf(message.role);
  if (role !== "assistant") return { ...message, role };
  const { content, tool_plan: plan, ...others } = message;
  const parts = arrayOf(content).filter(isObject);
  const thoughts = parts.map(({ thinking }) => stringOf(thinking)).join("") + stringOf(plan);
  const said = parts.filter(({ type }) => type === "text");
  return {
    ...others,
    role,
    content: Array.isArray(content)
      ? said.length === 0 ? null : said.map(({ text }) => stringOf(text)).join("")
      : content ?? null,
    ...(thoughts === "" ? {} : { reasoning_content: thoughts }),
  };
}
