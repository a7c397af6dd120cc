import { ConfigError } from "../../errors.ts";
import type { Message, TurnRequest } from "../../turn/request.ts";
import { argumentsOf, callAnswered } from "./conversation.ts";
import { functionTool, offeredTools } from "./function_tools.ts";
import { bearer, compact } from "./http_request.ts";
import type { HttpRequest, JsonBody, RequestContext } from "./http_request.ts";

/**
 * Builds a request of Ollama's chat API. It has no tool choice: `none` leaves the tools out, `tool`
 * offers the one named alone, and nothing can make the model call one.
 *
 * @throws {ConfigError} If a call is required.
 */
export function ollamaRequest(request: TurnRequest, context: RequestContext): HttpRequest {
  const { messages, toolChoice, maxTokens, temperature, stop } = request;
  if (toolChoice?.mode === "required") {
    throw new ConfigError(
      'Cannot send the tool choice "required" as Ollama\'s chat API has no tool choice: leave it out, ' +
        'or offer one tool alone by the choice "tool"',
    );
  }
  const tools = toolChoice?.mode === "none" ? [] : offeredTools(request);
  const options = compact({
    num_predict: maxTokens,
    temperature,
    stop: stop?.length ? stop : undefined,
  });
  return {
    path: "/api/chat",
    headers: bearer(context.apiKey),
    body: compact({
      model: context.model,
      messages: messages.map((message, position) => encodeMessage(message, position, messages)),
      tools: tools.length === 0 ? undefined : tools.map(functionTool),
      options: Object.keys(options).length === 0 ? undefined : options,
      stream: true,
    }),
  };
}

function encodeMessage(
  message: Message,
  position: number,
  messages: readonly Message[],
): JsonBody {
  switch (message.role) {
    case "system":
    case "user":
      return { role: message.role, content: message.content };
    case "tool": {
      const { name } = callAnswered(messages, position);
      return { role: "tool", tool_name: name, content: message.content };
    }
    case "assistant": {
      const thinking = (message.reasoning ?? []).map(({ text }) => text).join("");
      return compact({
        role: "assistant",
        content: message.content ?? "",
        thinking: thinking === "" ? undefined : thinking,
        tool_calls: message.toolCalls?.length
          ? message.toolCalls.map((call) => ({
            function: { name: call.name, arguments: argumentsOf(call) },
          }))
          : undefined,
      });
    }
  }
}
