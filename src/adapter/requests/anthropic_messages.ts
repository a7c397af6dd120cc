import type { ToolChoice, ToolMessage, TurnRequest } from "../../turn/request.ts";
import type { ReasoningBlock } from "../../turn/turn.ts";
import { argumentsOf, splitSystem } from "./conversation.ts";
import type { SpokenMessage } from "./conversation.ts";
import { compact } from "./http_request.ts";
import type { HttpRequest, JsonBody, RequestContext } from "./http_request.ts";

/** The API demands a limit. Every model allows this one; a turn that needs more ends in `LENGTH`. */
const DEFAULT_MAX_TOKENS = 4096;

/** The words of Anthropic for the modes of a choice. */
const CHOICES = { auto: "auto", none: "none", required: "any", tool: "tool" } as const;

/** Builds a request of Anthropic's Messages API. */
export function anthropicMessagesRequest(
  request: TurnRequest,
  context: RequestContext,
): HttpRequest {
  const { system, spoken } = splitSystem(request.messages);
  const tools = request.tools?.length ? request.tools : undefined;
  return {
    path: "/v1/messages",
    headers: {
      "anthropic-version": "2023-06-01",
      ...(context.apiKey === undefined ? {} : { "x-api-key": context.apiKey }),
    },
    body: compact({
      model: context.model,
      max_tokens: request.maxTokens ?? DEFAULT_MAX_TOKENS,
      system: system.length === 0
        ? undefined
        : system.map(({ content }) => ({ type: "text", text: content })),
      messages: encodeMessages(spoken),
      tools: tools?.map(({ name, description, parameters }) =>
        compact({ name, description, input_schema: parameters })
      ),
      tool_choice: tools && request.toolChoice && encodeChoice(request.toolChoice),
      temperature: request.temperature,
      stop_sequences: request.stop?.length ? request.stop : undefined,
      stream: true,
    }),
  };
}

function encodeChoice({ mode, name }: ToolChoice): JsonBody {
  return mode === "tool" ? { type: "tool", name } : { type: CHOICES[mode] };
}

function encodeMessages(messages: readonly SpokenMessage[]): readonly JsonBody[] {
  const encoded: { role: "user" | "assistant"; content: string | JsonBody[] }[] = [];
  let results: JsonBody[] | undefined;
  for (const message of messages) {
    if (message.role === "tool") {
      // All results of one turn have to stand in one message.
      if (!results) encoded.push({ role: "user", content: results = [] });
      results.push(encodeResult(message));
      continue;
    }
    results = undefined;
    if (message.role === "user") {
      encoded.push({ role: "user", content: message.content });
      continue;
    }
    const content: JsonBody[] = (message.reasoning ?? []).flatMap(encodeReasoning);
    if (message.content) content.push({ type: "text", text: message.content });
    for (const call of message.toolCalls ?? []) {
      content.push({ type: "tool_use", id: call.id, name: call.name, input: argumentsOf(call) });
    }
    // An empty message is refused; to leave it out says the same.
    if (content.length > 0) encoded.push({ role: "assistant", content });
  }
  return encoded;
}

function encodeResult({ toolCallId, content, isError }: ToolMessage): JsonBody {
  return compact({
    type: "tool_result",
    tool_use_id: toolCallId,
    content,
    is_error: isError ? true : undefined,
  });
}

/** A block without its proof, for instance another provider's, would be refused. */
function encodeReasoning({ text, signature, redacted }: ReasoningBlock): JsonBody[] {
  if (redacted !== undefined) return [{ type: "redacted_thinking", data: redacted }];
  return signature === undefined ? [] : [{ type: "thinking", thinking: text, signature }];
}
