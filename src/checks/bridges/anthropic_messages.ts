import type { Model, StreamOptions, TurnRequest } from "../../turn/request.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { arrayOf, stringOf } from "../../wire/json.ts";
import { AnthropicEvents } from "./anthropic_events.ts";
import { bodyFor, objectOf, requireFunction } from "./bridge.ts";
import type { BridgeOptions } from "./bridge.ts";

/** The part of a client that is used: that of `@anthropic-ai/sdk` has it. */
export interface AnthropicClient {
  /** Messages. */
  readonly messages: {
    /** Asks for a message; with `stream: true` it gives events. */
    create(body: never, options?: never): PromiseLike<unknown>;
    /** Asks for a message and keeps what has arrived. */
    stream?(body: never, options?: never): unknown;
  };
}

/** How to use the client. */
export interface AnthropicBridgeOptions extends BridgeOptions {
  /**
   * `create`: the events of `messages.create({ stream: true })`. `stream`: those of the helper
   * `messages.stream()`. `finalMessage`: only the message that the helper's `finalMessage()` gives.
   *
   * @default {"create"}
   */
  readonly api?: "create" | "stream" | "finalMessage" | undefined;
}

/**
 * Lets the checks run on the messages of a client like that of `@anthropic-ai/sdk`.
 *
 * @param client The client. Give it `maxRetries: 0`.
 * @param options How to use it.
 * @throws {TypeError} If it is no such client.
 */
export function anthropicMessages(
  client: AnthropicClient,
  options: AnthropicBridgeOptions = {},
): Model {
  const { api = "create" } = options;
  const method = api === "create" ? "create" : "stream";
  requireFunction(client?.messages?.[method], "anthropicMessages", `messages.${method}`);
  const read = api === "finalMessage" ? readFinal : readEvents;
  return { stream: (request, run = {}) => read(client, options, request, run) };
}

async function* readEvents(
  { messages }: AnthropicClient,
  options: AnthropicBridgeOptions,
  request: TurnRequest,
  { signal }: StreamOptions,
): AsyncGenerator<TurnEvent> {
  const body = bodyFor("anthropic-messages", request, options) as never;
  const stream = options.api === "stream"
    ? messages.stream!(body, { signal } as never)
    : await messages.create(body, { signal } as never);
  const events = new AnthropicEvents();
  for await (const event of stream as AsyncIterable<unknown>) yield* events.push(event);
  yield* events.end();
}

async function* readFinal(
  { messages }: AnthropicClient,
  options: AnthropicBridgeOptions,
  request: TurnRequest,
  { signal }: StreamOptions,
): AsyncGenerator<TurnEvent> {
  const body = bodyFor("anthropic-messages", request, options) as never;
  const stream = messages.stream!(body, { signal } as never) as {
    finalMessage(): Promise<unknown>;
  };
  const message = objectOf(await stream.finalMessage());
  const events = new AnthropicEvents();
  for (const [index, value] of arrayOf(message.content).entries()) {
    const block = objectOf(value);
    yield* events.push({ type: "content_block_start", index, content_block: block });
  }
  const { stop_reason: reason, usage } = message;
  events.push({ type: "message_delta", delta: { stop_reason: stringOf(reason) }, usage });
  yield* events.end();
}
