import { requireKnownOptions } from "../../known_options.ts";
import type { Model, StreamOptions, TurnRequest } from "../../turn/request.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { arrayOf, stringOf } from "../../wire/json.ts";
import type { JsonObject } from "../../wire/json.ts";
import { requireOneOf } from "../arguments.ts";
import { bodyFor, objectOf, requireFunction, showAssembled, showStream } from "./bridge.ts";
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
   * `create`: the events of `responses.create({ stream: true })`. `stream`: the helper
   * `responses.stream()`; text and reasoning from its events as they come, tool calls and the finish
   * from its `finalResponse()`.
   *
   * @default {"create"}
   */
  readonly api?: "create" | "stream" | undefined;
}

/**
 * Lets the checks run on the responses of a client like that of `openai`. Its events `error` and
 * `response.failed` are how the SDK reports a failure, so the bridge throws for them.
 *
 * @example The SDK under the checks
 * ```ts ignore
 * import OpenAI from "openai";
 *
 * const checks = modelChecks(
 *   ({ baseUrl, fetch }) =>
 *     openAiResponses(new OpenAI({ baseURL: baseUrl, fetch, apiKey: "none", maxRetries: 0 })),
 *   "openai-responses",
 * );
 * ```
 *
 * @example What a bridge makes of the events of a client
 * ```ts
 * import { assemble, openAiResponses } from "@wholeturn/wholeturn";
 * import { assertEquals } from "@std/assert";
 *
 * // In place of the SDK's client.
 * async function* events() {
 *   yield { type: "response.output_text.delta", output_index: 0, content_index: 0, delta: "Hello" };
 *   const usage = { input_tokens: 5, output_tokens: 2 };
 *   yield { type: "response.completed", response: { status: "completed", output: [], usage } };
 * }
 * const model = openAiResponses({ responses: { create: () => Promise.resolve(events()) } });
 *
 * const turn = await assemble(model.stream({ messages: [{ role: "user", content: "Hi" }] }));
 * assertEquals([turn.text, turn.finish.reason], ["Hello", "stop"]);
 * ```
 *
 * @param client The client. Give it `maxRetries: 0`.
 * @param options How to use it.
 * @throws {TypeError} If it is no such client, or there is no such option.
 */
export function openAiResponses(
  client: OpenAiResponsesClient,
  options: OpenAiResponsesBridgeOptions = {},
): Model {
  requireKnownOptions("bridge the client", options, { model: true, api: true });
  const { api = "create" } = options;
  requireOneOf("bridge the client", { api }, ["create", "stream"]);
  requireFunction(client?.responses?.[api], "openAiResponses", `responses.${api}`);
  const read = api === "create" ? viaCreate : viaStream;
  return { stream: (request, run = {}) => read(client, options, request, run) };
}

async function* viaCreate(
  { responses }: OpenAiResponsesClient,
  options: OpenAiResponsesBridgeOptions,
  request: TurnRequest,
  { signal }: StreamOptions,
): AsyncGenerator<TurnEvent> {
  const body = bodyFor("openai-responses", request, options);
  const stream = await responses.create(body as never, { signal } as never);
  yield* showStream(stream, new ResponsesEvents());
}

/** The part of the helper's stream that is used. */
interface ResponseStream extends AsyncIterable<unknown> {
  finalResponse(): Promise<unknown>;
}

async function* viaStream(
  { responses }: OpenAiResponsesClient,
  options: OpenAiResponsesBridgeOptions,
  request: TurnRequest,
  { signal }: StreamOptions,
): AsyncGenerator<TurnEvent> {
  const body = bodyFor("openai-responses", request, options);
  const stream = responses.stream!(body as never, { signal } as never) as ResponseStream;
  const events = new ResponsesEvents();
  let text = "";
  for await (const value of stream) {
    // What the helper gives after the response is shown only if it is in the final response.
    const isOver = events.isOver;
    for (const event of events.push(value)) {
      if (isOver) continue;
      if (event.type === "text") text += event.text;
      if (event.type === "text" || event.type === "reasoning") yield event;
    }
  }
  yield* finalEvents(objectOf(await stream.finalResponse()), text);
}

/** The calls and the finish of a response that the SDK has put together. */
function* finalEvents(response: JsonObject, streamed: string): Generator<TurnEvent> {
  const items = arrayOf(response.output).map(objectOf);
  const parts = items.flatMap(({ type, content }) =>
    type === "message" ? arrayOf(content).map(objectOf) : []
  );
  const texts = parts.map((part) => stringOf(part.type === "refusal" ? part.refusal : part.text));
  yield* showAssembled(streamed, texts.join(""));
  const events = new ResponsesEvents();
  for (const item of items) yield* events.push({ type: "response.output_item.added", item });
  if (parts.some(({ type }) => type === "refusal")) events.push({ type: "response.refusal.delta" });
  yield* events.endWith(response);
}
