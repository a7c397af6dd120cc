import { requireKnownOptions } from "../../known_options.ts";
import type { Model, StreamOptions, TurnRequest } from "../../turn/request.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { arrayOf, stringOf } from "../../wire/json.ts";
import type { JsonObject } from "../../wire/json.ts";
import { requireOneOf } from "../arguments.ts";
import { AnthropicEvents } from "./anthropic_events.ts";
import { bodyFor, objectOf, requireFunction, showAssembled, showStream } from "./bridge.ts";
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
   * `messages.stream()`. `finalMessage`: text and thinking from the helper's events as they come,
   * tool calls and the finish from the message that its `finalMessage()` gives.
   *
   * @default {"create"}
   */
  readonly api?: "create" | "stream" | "finalMessage" | undefined;
}

/**
 * Lets the checks run on the messages of a client like that of `@anthropic-ai/sdk`.
 *
 * @example The SDK under the checks
 * ```ts ignore
 * import Anthropic from "@anthropic-ai/sdk";
 *
 * const checks = modelChecks(
 *   ({ baseUrl, fetch }) =>
 *     anthropicMessages(new Anthropic({ baseURL: baseUrl, fetch, apiKey: "none", maxRetries: 0 })),
 *   "anthropic-messages",
 * );
 * ```
 *
 * @example What a bridge makes of the events of a client
 * ```ts
 * import { anthropicMessages, assemble } from "@wholeturn/wholeturn";
 * import { assertEquals } from "@std/assert";
 *
 * // In place of the SDK's client.
 * async function* events() {
 *   const usage = { input_tokens: 5, output_tokens: 1 };
 *   yield { type: "message_start", message: { usage } };
 *   yield { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hello" } };
 *   yield { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 2 } };
 *   yield { type: "message_stop" };
 * }
 * const model = anthropicMessages({ messages: { create: () => Promise.resolve(events()) } });
 *
 * const turn = await assemble(model.stream({ messages: [{ role: "user", content: "Hi" }] }));
 * assertEquals([turn.text, turn.finish.reason], ["Hello", "stop"]);
 * ```
 *
 * @param client The client. Give it `maxRetries: 0`.
 * @param options How to use it.
 * @throws {TypeError} If it is no such client, or there is no such option.
 */
export function anthropicMessages(
  client: AnthropicClient,
  options: AnthropicBridgeOptions = {},
): Model {
  requireKnownOptions("bridge the client", options, { model: true, api: true });
  const { api = "create" } = options;
  requireOneOf("bridge the client", { api }, ["create", "stream", "finalMessage"]);
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
  yield* showStream(stream, new AnthropicEvents());
}

/** The part of the helper's stream that is used. */
interface MessageStream extends AsyncIterable<unknown> {
  finalMessage(): Promise<unknown>;
}

async function* readFinal(
  { messages }: AnthropicClient,
  options: AnthropicBridgeOptions,
  request: TurnRequest,
  { signal }: StreamOptions,
): AsyncGenerator<TurnEvent> {
  const body = bodyFor("anthropic-messages", request, options) as never;
  const stream = messages.stream!(body, { signal } as never) as MessageStream;
  const events = new AnthropicEvents();
  let text = "";
  let isOver = false;
  for await (const value of stream) {
    isOver ||= objectOf(value).type === "message_stop";
    // What the helper gives after the message is shown only if it is in the final message.
    if (isOver) continue;
    for (const event of events.push(value)) {
      if (event.type === "text") text += event.text;
      if (event.type === "text" || event.type === "reasoning") yield event;
    }
  }
  yield* finalEvents(objectOf(await stream.finalMessage()), text);
}

/** The calls and the finish of a message that the SDK has put together. */
function* finalEvents(message: JsonObject, streamed: string): Generator<TurnEvent> {
  const blocks = arrayOf(message.content).map(objectOf);
  const texts = blocks.map((block) => block.type === "text" ? stringOf(block.text) : "");
  yield* showAssembled(streamed, texts.join(""));
  const calls = blocks.filter(({ type }) => type === "tool_use");
  for (const [index, { id, name, input }] of calls.entries()) {
    yield {
      type: "tool_call",
      index,
      id: stringOf(id),
      name: stringOf(name),
      arguments: JSON.stringify(input) ?? "",
    };
  }
  const end = new AnthropicEvents();
  const { stop_reason: reason, usage } = message;
  end.push({ type: "message_delta", delta: { stop_reason: stringOf(reason) }, usage });
  yield* end.end();
}
