import type { Model, StreamOptions, TurnRequest } from "../../turn/request.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { AiSdkParts } from "./ai_sdk_parts.ts";
import { objectOf, requireFunction } from "./bridge.ts";

/** The part of a language model of the AI SDK that is used. */
export interface AiSdkModel {
  /** Asks for a stream of parts. */
  doStream(options: never): PromiseLike<unknown>;
}

/** The parts of the package `ai` that are used. */
export interface AiSdk {
  /** Streams an answer. */
  streamText(options: never): unknown;
  /** Wraps a JSON Schema. */
  jsonSchema(schema: never): unknown;
}

/** How to use the model. */
export interface AiSdkBridgeOptions {
  /**
   * The package `ai`. With it the parts of `streamText().fullStream` are shown; without it those of
   * the model's own `doStream()`.
   */
  readonly ai?: AiSdk | undefined;
}

/**
 * Lets the checks run on a language model of the AI SDK. Its parts `error` and `abort` are how the
 * SDK reports a failure, so the bridge throws for them; its calls are its parts `tool-call`.
 *
 * @example
 * ```ts ignore
 * import * as ai from "ai";
 * import { createOpenAI } from "@ai-sdk/openai";
 *
 * const checks = modelChecks(
 *   ({ baseUrl, fetch }) =>
 *     aiSdk(createOpenAI({ baseURL: baseUrl, fetch, apiKey: "none" }).chat("model"), { ai }),
 *   "openai-chat",
 * );
 * ```
 *
 * @param model The model.
 * @param options How to use it.
 * @throws {TypeError} If it is no such model.
 */
export function aiSdk(model: AiSdkModel, options: AiSdkBridgeOptions = {}): Model {
  const { ai } = options;
  requireFunction(model?.doStream, "aiSdk", "doStream");
  if (ai) requireFunction(ai.streamText, "aiSdk", "ai.streamText");
  return {
    stream: (request, run = {}) =>
      ai ? viaStreamText(ai, model, request, run) : viaModel(model, request, run),
  };
}

async function* viaStreamText(
  ai: AiSdk,
  model: AiSdkModel,
  request: TurnRequest,
  { signal }: StreamOptions,
): AsyncGenerator<TurnEvent> {
  const tools = (request.tools ?? []).map(({ name, description, parameters }) =>
    [name, { description, inputSchema: ai.jsonSchema(parameters as never) }] as const
  );
  const result = ai.streamText({
    model,
    messages: messagesOf(request),
    tools: Object.fromEntries(tools),
    abortSignal: signal,
    maxRetries: 0,
    // The default writes to the console what the stream reports as well.
    onError: () => {},
  } as never);
  yield* show(objectOf(result).fullStream as AsyncIterable<unknown>);
}

async function* viaModel(
  model: AiSdkModel,
  request: TurnRequest,
  { signal }: StreamOptions,
): AsyncGenerator<TurnEvent> {
  const result = await model.doStream({
    prompt: messagesOf(request).map(({ role, content }) => ({
      role,
      content: [{ type: "text", text: content }],
    })),
    tools: (request.tools ?? []).map(({ name, description, parameters }) => ({
      type: "function",
      name,
      description,
      inputSchema: parameters,
    })),
    abortSignal: signal,
  } as never);
  yield* show(objectOf(result).stream as AsyncIterable<unknown>);
}

async function* show(parts: AsyncIterable<unknown>): AsyncGenerator<TurnEvent> {
  const events = new AiSdkParts();
  for await (const part of parts) yield* events.push(part);
}

/** The messages of text: what the checks ask has no others. */
function messagesOf(request: TurnRequest): readonly { role: string; content: string }[] {
  return request.messages.flatMap((message) =>
    message.role === "user" || message.role === "system"
      ? [{ role: message.role, content: message.content }]
      : []
  );
}
