import type { AssistantMessage, Message, ToolChoice, TurnRequest } from "../../turn/request.ts";
import type { ReasoningBlock } from "../../turn/turn.ts";
import type { OpenAiDialectName } from "../../wire/openai_chat/dialects.ts";
import { functionCall, functionTool } from "./function_tools.ts";
import { bearer, compact } from "./http_request.ts";
import type { HttpRequest, JsonBody, RequestContext } from "./http_request.ts";

/** The servers that know `max_completion_tokens`; OpenAI's reasoning models refuse the older name. */
const NEW_LIMIT_NAME: ReadonlySet<OpenAiDialectName> = new Set(["openai", "azure", "groq"]);

/** The servers that give the usage unasked, and whose API does not know the member that asks. */
const GIVES_USAGE: ReadonlySet<OpenAiDialectName> = new Set(["mistral", "groq"]);

/** Builds a request of OpenAI's chat completions, or of a server that speaks its wire. */
export function openAiChatRequest(request: TurnRequest, context: RequestContext): HttpRequest {
  const { dialect = "openai", apiKey } = context;
  const limit = NEW_LIMIT_NAME.has(dialect) ? "max_completion_tokens" : "max_tokens";
  const tools = request.tools?.length ? request.tools : undefined;
  return {
    path: "/chat/completions",
    headers: dialect === "azure" && apiKey !== undefined ? { "api-key": apiKey } : bearer(apiKey),
    body: compact({
      model: context.model,
      messages: request.messages.map((message) => encodeMessage(message, dialect)),
      tools: tools?.map(functionTool),
      tool_choice: tools && encodeChoice(request.toolChoice),
      [limit]: request.maxTokens,
      temperature: request.temperature,
      stop: request.stop?.length ? request.stop : undefined,
      stream: true,
      stream_options: GIVES_USAGE.has(dialect) ? undefined : { include_usage: true },
    }),
  };
}

function encodeChoice(choice: ToolChoice | undefined): unknown {
  if (choice?.mode !== "tool") return choice?.mode;
  return { type: "function", function: { name: choice.name } };
}

function encodeMessage(message: Message, dialect: OpenAiDialectName): JsonBody {
  switch (message.role) {
    case "system":
    case "user":
      return { role: message.role, content: message.content };
    case "assistant":
      return encodeAssistant(message, dialect);
    case "tool":
      return { role: "tool", tool_call_id: message.toolCallId, content: message.content };
  }
}

function encodeAssistant(message: AssistantMessage, dialect: OpenAiDialectName): JsonBody {
  const calls = message.toolCalls?.length ? message.toolCalls : undefined;
  return compact({
    role: "assistant",
    content: message.content ?? (calls ? null : ""),
    tool_calls: calls?.map(functionCall),
    ...encodeReasoning(message.reasoning ?? [], calls !== undefined, dialect),
  });
}

/** Only two servers take reasoning back; others would refuse the member or ignore it. */
function encodeReasoning(
  blocks: readonly ReasoningBlock[],
  hasCalls: boolean,
  dialect: OpenAiDialectName,
): JsonBody {
  const text = blocks.map((block) => block.text).join("");
  // DeepSeek refuses a message with calls that lacks its reasoning; an empty one satisfies it, and
  // on a message without calls some of its models refuse the member.
  if (dialect === "deepseek" && hasCalls) return { reasoning_content: text };
  if (dialect === "openrouter" && text !== "") return { reasoning: text };
  return {};
}
