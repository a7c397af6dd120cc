import type { Model, StreamOptions, TurnRequest } from "../../turn/request.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import {
  functionTools,
  modelFor,
  requireBridgeOptions,
  requireFunction,
  showStream,
  textMessages,
} from "./bridge.ts";
import type { BridgeOptions } from "./bridge.ts";
import { CohereEvents } from "./cohere_events.ts";

/** The part of a client that is used: `CohereClientV2` of `cohere-ai` has it. */
export interface CohereClient {
  /** Asks for an answer, event by event. */
  chatStream(request: never, options?: never): PromiseLike<unknown>;
}

/**
 * Lets the checks run on a client like `CohereClientV2` of `cohere-ai`, by the events of its
 * `chatStream()`. A `message-end` that tells an error is how the API reports a failure, so the bridge
 * throws for it.
 *
 * @example
 * ```ts ignore
 * const checks = modelChecks(
 *   ({ baseUrl, fetch }) =>
 *     cohere(new CohereClientV2({ token: "none", baseUrl, fetch, maxRetries: 0 })),
 *   "cohere",
 * );
 * ```
 *
 * @param client The client. Give it `maxRetries: 0`.
 * @param options How to use it.
 * @throws {TypeError} If it is no such client, or there is no such option.
 */
export function cohere(client: CohereClient, options: BridgeOptions = {}): Model {
  requireBridgeOptions(options);
  requireFunction(client?.chatStream, "cohere", "chatStream");
  return { stream: (request, run = {}) => read(client, options, request, run) };
}

async function* read(
  client: CohereClient,
  options: BridgeOptions,
  request: TurnRequest,
  { signal }: StreamOptions,
): AsyncGenerator<TurnEvent> {
  const stream = await client.chatStream(
    {
      model: modelFor(request, options),
      messages: textMessages(request),
      tools: functionTools(request),
    } as never,
    { abortSignal: signal } as never,
  );
  yield* showStream(stream, new CohereEvents());
}
