import { requireKnownOptions } from "../../known_options.ts";
import type { Model, StreamOptions, TurnRequest } from "../../turn/request.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { AiSdkParts } from "./ai_sdk_parts.ts";
import { objectOf, requireFunction, showStream, textMessages } from "./bridge.ts";

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
   * The package `ai`. With it the parts of `streamText()` are shown, those of its `stream` or, before
   * version 7, its `fullStream`; without it those of the model's own `doStream()`.
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
 * @throws {TypeError} If it is no such model, or there is no such option.
 */
export function aiSdk(model: AiSdkModel, options: AiSdkBridgeOptions = {}): Model {
  requireKnownOptions("bridge the model", options, { ai: true });
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
    messages: textMessages(request),
    tools: Object.fromEntries(tools),
    abortSignal: signal,
    maxRetries: 0,
    // The default writes to the console what the stream reports as well.
    onError: () => {},
  } as never);
  // Only one is touched: each is a stream of its own, and one that nobody reads holds the others.
  const stream = "stream" in (result as object)
    ? objectOf(result).stream
    : objectOf(result).fullStream;
  yield* showStream(stream, new AiSdkParts());
}

async function* viaModel(
  model: AiSdkModel,
  request: TurnRequest,
  { signal }: StreamOptions,
): AsyncGenerator<TurnEvent> {
  const result = await model.doStream({
    prompt: textMessages(request).map(({ role, content }) => ({
      role,
      content: role === "system" ? content : [{ type: "text", text: content }],
    })),
    tools: (request.tools ?? []).map(({ name, description, parameters }) => ({
      type: "function",
      name,
      description,
      inputSchema: parameters,
    })),
    abortSignal: signal,
  } as never);
  yield* showStream(objectOf(result).stream, new AiSdkParts());
}
