import type { Model, StreamOptions, TurnRequest } from "../../turn/request.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { bodyFor, modelFor, requireBridgeOptions, requireFunction, showStream } from "./bridge.ts";
import type { BridgeOptions } from "./bridge.ts";
import { GeminiChunks } from "./gemini_chunks.ts";

/** The part of a client that is used: that of `@google/genai` has it. */
export interface GoogleGenAiClient {
  /** Models. */
  readonly models: {
    /** Asks for an answer, chunk by chunk. */
    generateContentStream(request: never): PromiseLike<unknown>;
  };
}

/**
 * Lets the checks run on a client like that of `@google/genai`, by the chunks of its
 * `models.generateContentStream()`.
 *
 * @example
 * ```ts ignore
 * const checks = modelChecks(
 *   ({ baseUrl, fetch }) =>
 *     googleGenAi(new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl, fetch } })),
 *   "gemini",
 * );
 * ```
 *
 * @param client The client.
 * @param options How to use it.
 * @throws {TypeError} If it is no such client, or there is no such option.
 */
export function googleGenAi(client: GoogleGenAiClient, options: BridgeOptions = {}): Model {
  requireBridgeOptions(options);
  requireFunction(
    client?.models?.generateContentStream,
    "googleGenAi",
    "models.generateContentStream",
  );
  return { stream: (request, run = {}) => read(client, options, request, run) };
}

async function* read(
  { models }: GoogleGenAiClient,
  options: BridgeOptions,
  request: TurnRequest,
  { signal }: StreamOptions,
): AsyncGenerator<TurnEvent> {
  const { contents, generationConfig, ...rest } = bodyFor("gemini", request, options);
  const stream = await models.generateContentStream({
    model: modelFor(request, options),
    contents,
    config: { ...rest, ...generationConfig as object | undefined, abortSignal: signal },
  } as never);
  yield* showStream(stream, new GeminiChunks());
}
