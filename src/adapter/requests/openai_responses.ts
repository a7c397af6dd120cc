import { ConfigError } from "../../errors.ts";
import type { AssistantMessage, Message, ToolChoice, TurnRequest } from "../../turn/request.ts";
import type { ReasoningBlock } from "../../turn/turn.ts";
import { bearer, compact } from "./http_request.ts";
import type { HttpRequest, JsonBody, RequestContext } from "./http_request.ts";

/** Builds a request of OpenAI's Responses API. Nothing is stored there: the request says it all. */
export function openAiResponsesRequest(request: TurnRequest, context: RequestContext): HttpRequest {
  if (request.stop?.length) {
    throw new ConfigError("Cannot send 'stop' as the Responses API has no texts at which to stop");
  }
  const tools = request.tools?.length ? request.tools : undefined;
  return {
    path: "/responses",
    headers: bearer(context.apiKey),
    body: compact({
      model: context.model,
      input: request.messages.flatMap(encodeMessage),
      tools: tools?.map(({ name, description, parameters }) =>
        // Strict mode, the default of this API, refuses schemas that do not fit its subset.
        compact({ type: "function", name, description, parameters, strict: false })
      ),
      tool_choice: tools && encodeChoice(request.toolChoice),
      max_output_tokens: request.maxTokens,
      temperature: request.temperature,
      store: false,
      stream: true,
    }),
  };
}

function encodeChoice(choice: ToolChoice | undefined): unknown {
  return choice?.mode === "tool" ? { type: "function", name: choice.name } : choice?.mode;
}

function encodeMessage(message: Message): JsonBody[] {
  switch (message.role) {
    case "system":
    case "user":
      return [{ role: message.role, content: message.content }];
    case "tool":
      return [{
        type: "function_call_output",
        call_id: message.toolCallId,
        output: message.content,
      }];
    case "assistant":
      return encodeAssistant(message);
  }
}

function encodeAssistant({ content, reasoning = [], toolCalls = [] }: AssistantMessage) {
  const items: JsonBody[] = reasoning.flatMap(encodeReasoning);
  if (content) items.push({ role: "assistant", content });
  for (const { id, name, arguments: text } of toolCalls) {
    items.push({ type: "function_call", call_id: id, name, arguments: text });
  }
  return items;
}

/** The provider wants its proof back, with or without text; what has none says nothing to it. */
function encodeReasoning({ text, signature, redacted }: ReasoningBlock): JsonBody[] {
  const proof = redacted ?? signature;
  if (proof === undefined) return [];
  const summary = text === "" ? [] : [{ type: "summary_text", text }];
  // Without the item's id, which only names it where responses are stored.
  return [{ type: "reasoning", summary, encrypted_content: proof }];
}
