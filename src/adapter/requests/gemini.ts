import type { AssistantMessage, Message, ToolChoice, TurnRequest } from "../../turn/request.ts";
import type { ToolCall } from "../../turn/turn.ts";
import { argumentsOf, callAnswered, splitSystem } from "./conversation.ts";
import { compact } from "./http_request.ts";
import type { HttpRequest, JsonBody, RequestContext } from "./http_request.ts";

/** The words of Google for the modes of a choice. */
const CHOICES = { auto: "AUTO", none: "NONE", required: "ANY", tool: "ANY" } as const;

/** Builds a request of Gemini's `streamGenerateContent`. */
export function geminiRequest(request: TurnRequest, context: RequestContext): HttpRequest {
  const { system } = splitSystem(request.messages);
  const tools = request.tools?.length ? request.tools : undefined;
  const generationConfig = compact({
    maxOutputTokens: request.maxTokens,
    temperature: request.temperature,
    stopSequences: request.stop?.length ? request.stop : undefined,
  });
  return {
    path: `/v1beta/${modelPath(context.model)}:streamGenerateContent?alt=sse`,
    headers: context.apiKey === undefined ? {} : { "x-goog-api-key": context.apiKey },
    body: compact({
      systemInstruction: system.length === 0
        ? undefined
        : { parts: system.map(({ content }) => ({ text: content })) },
      contents: encodeContents(request.messages),
      tools: tools && [{
        functionDeclarations: tools.map(({ name, description, parameters }) =>
          compact({ name, description, parametersJsonSchema: parameters })
        ),
      }],
      toolConfig: tools && request.toolChoice && encodeChoice(request.toolChoice),
      generationConfig: Object.keys(generationConfig).length === 0 ? undefined : generationConfig,
    }),
  };
}

/** A model may be named with its collection; nothing else in its name may act as a path. */
function modelPath(model: string): string {
  const [, collection = "models", name] = /^(?:(models|tunedModels)\/)?(.*)$/s.exec(model)!;
  return `${collection}/${encodeURIComponent(name!)}`;
}

function encodeChoice({ mode, name }: ToolChoice): JsonBody {
  return {
    functionCallingConfig: compact({
      mode: CHOICES[mode],
      allowedFunctionNames: mode === "tool" ? [name] : undefined,
    }),
  };
}

function encodeContents(messages: readonly Message[]): readonly JsonBody[] {
  const contents: { role: "user" | "model"; parts: JsonBody[] }[] = [];
  let results: JsonBody[] | undefined;
  messages.forEach((message, position) => {
    if (message.role === "system") return;
    if (message.role === "tool") {
      // All results of one turn have to stand in one content.
      if (!results) contents.push({ role: "user", parts: results = [] });
      results.push(encodeResult(messages, position));
      return;
    }
    results = undefined;
    const parts = message.role === "user" ? [{ text: message.content }] : encodeAssistant(message);
    // A content without parts is refused; to leave it out says the same.
    if (parts.length > 0) {
      contents.push({ role: message.role === "user" ? "user" : "model", parts });
    }
  });
  return contents;
}

function encodeResult(messages: readonly Message[], position: number): JsonBody {
  const message = messages[position]!;
  const call = callAnswered(messages, position);
  const isError = message.role === "tool" && message.isError === true;
  return {
    functionResponse: compact({
      id: ownId(call),
      name: call.name,
      response: { [isError ? "error" : "output"]: message.content },
    }),
  };
}

/**
 * Writes an earlier turn. A signature goes back on a part, as it came: on the calls if there are
 * any, since Gemini refuses a call without its own; on the text otherwise. The thoughts themselves
 * are not asked for.
 */
function encodeAssistant(
  { content, reasoning = [], toolCalls = [] }: AssistantMessage,
): JsonBody[] {
  const signatures = reasoning.flatMap(({ signature }) => signature ?? []);
  const ofCalls = toolCalls.length === 0 ? [] : signatures.slice(-toolCalls.length);
  const ofText = signatures[signatures.length - ofCalls.length - 1];
  const parts: JsonBody[] = [];
  if (content) parts.push(compact({ text: content, thoughtSignature: ofText }));
  toolCalls.forEach((call, position) => {
    parts.push(compact({
      functionCall: compact({ id: ownId(call), name: call.name, args: argumentsOf(call) }),
      thoughtSignature: ofCalls[position],
    }));
  });
  return parts;
}

/** Gives the id if the provider gave it; `call_N` is the assembler's, which Gemini cannot know. */
function ownId({ id }: ToolCall): string | undefined {
  return /^call_\d+$/.test(id) ? undefined : id;
}
