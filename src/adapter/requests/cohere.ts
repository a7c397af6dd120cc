import type { AssistantMessage, Message, ToolChoice, TurnRequest } from "../../turn/request.ts";
import { functionCall, functionTool, offeredTools } from "./function_tools.ts";
import { bearer, compact } from "./http_request.ts";
import type { HttpRequest, JsonBody, RequestContext } from "./http_request.ts";

/**
 * Builds a request of Cohere's chat API, version 2. Its choice knows no single tool: mode `tool`
 * requires a call and offers the one tool alone.
 */
export function cohereRequest(request: TurnRequest, context: RequestContext): HttpRequest {
  const tools = offeredTools(request);
  return {
    path: "/v2/chat",
    headers: bearer(context.apiKey),
    body: compact({
      model: context.model,
      messages: request.messages.map(encodeMessage),
      tools: tools.length === 0 ? undefined : tools.map(functionTool),
      tool_choice: tools.length === 0 ? undefined : encodeChoice(request.toolChoice),
      max_tokens: request.maxTokens,
      temperature: request.temperature,
      stop_sequences: request.stop?.length ? request.stop : undefined,
      stream: true,
    }),
  };
}

function encodeChoice(choice: ToolChoice | undefined): string | undefined {
  if (choice === undefined || choice.mode === "auto") return undefined;
  return choice.mode === "none" ? "NONE" : "REQUIRED";
}

function encodeMessage(message: Message): JsonBody {
  switch (message.role) {
    case "system":
    case "user":
      return { role: message.role, content: message.content };
    case "tool":
      return { role: "tool", tool_call_id: message.toolCallId, content: message.content };
    case "assistant":
      return encodeAssistant(message);
  }
}

function encodeAssistant({ content, reasoning = [], toolCalls }: AssistantMessage): JsonBody {
  const thinking = reasoning.map(({ text }) => text).join("");
  const parts: JsonBody[] = [];
  if (thinking !== "") parts.push({ type: "thinking", thinking });
  if (content) parts.push({ type: "text", text: content });
  return compact({
    role: "assistant",
    content: thinking === "" ? content : parts,
    tool_calls: toolCalls?.length ? toolCalls.map(functionCall) : undefined,
  });
}
