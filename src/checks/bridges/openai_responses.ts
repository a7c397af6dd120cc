import { ModelError } from "../../errors.ts";
import type { Model, StreamOptions, TurnRequest } from "../../turn/request.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { bodyFor, objectOf, requireFunction } from "./bridge.ts";
import type { BridgeOptions } from "./bridge.ts";
import { ResponsesEvents } from "./responses_events.ts";

/** The part of a client that is used: that of `openai` has it. */
export interface OpenAiResponsesClient {
  /** Responses. */
  readonly responses: {
    /** Asks for a response; with `stream: true` it gives events. */
    create(body: never, options?: never): PromiseLike<unknown>;
    /** Asks for a response and keeps what has arrived. */
    stream?(body: never, options?: never): unknown;
  };
}

/** How to use the client. */
export interface OpenAiResponsesBridgeOptions extends BridgeOptions {
  /**
   * `create`: the events of `responses.create({ stream: true })`. `stream`: those of the helper
   * `responses.stream()`, with the finish from its `finalResponse()`.
   *
   * @default {"create"}
   */
  readonly api?: "create" | "stream" | undefined;
}

/**
 * Lets the checks run on the responses of a client like that of `openai`. Its events `error` and
 * `response.failed` are how the SDK reports a failure, so the bridge throws for them.
 *
 * @param client The client. Give it `maxRetries: 0`.
 * @param options How to use it.
 * @throws {TypeError} If it is no such client.
 */
export function openAiResponses(
  client: OpenAiResponsesClient,
  options: OpenAiResponsesBridgeOptions = {},
): Model {
  const { api = "create" } = options;
  requireFunction(client?.responses?.[api], "openAiResponses", `responses.${api}`);
  return { stream: (request, run = {}) => read(client, options, request, run) };
}

/** The part of the helper's stream that is used. */
interface ResponseStream extends AsyncIterable<unknown> {
  finalResponse(): Promise<unknown>;
}

async function* read(
  { responses }: OpenAiResponsesClient,
  options: OpenAiResponsesBridgeOptions,
  request: TurnRequest,
  { signal }: StreamOptions,
): AsyncGenerator<TurnEvent> {
  const body = bodyFor("openai-responses", request, options) as never;
  const events = new ResponsesEvents();
  if (options.api !== "stream") {
    const stream = await responses.create(body, { signal } as never);
    for await (const event of stream as AsyncIterable<unknown>) yield* events.push(event);
    yield* events.end();
    return;
  }
  const stream = responses.stream!(body, { signal } as never) as ResponseStream;
  for await (const event of stream) yield* events.push(event);
  const response = objectOf(await stream.finalResponse());
  if (response.status === "failed") throw new ModelError("PROVIDER", "The response failed");
  yield* events.endWith(response);
}
