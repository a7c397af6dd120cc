import { requireKnownOptions } from "../../known_options.ts";
import type { Model, StreamOptions, TurnRequest } from "../../turn/request.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { arrayOf, stringOf } from "../../wire/json.ts";
import type { JsonObject } from "../../wire/json.ts";
import { requireOneOf } from "../arguments.ts";
import { bodyFor, objectOf, requireFunction, showAssembled, showStream } from "./bridge.ts";
import type { BridgeOptions } from "./bridge.ts";
import { OpenAiChunks } from "./openai_chunks.ts";

/** The part of a client that is used: that of `openai`, `groq-sdk` and `together-ai` has it. */
export interface OpenAiChatClient {
  /** Chat. */
  readonly chat: {
    /** Chat completions. */
    readonly completions: {
      /** Asks for a completion; with `stream: true` it gives chunks. */
      create(body: never, options?: never): PromiseLike<unknown>;
      /** Asks for a completion and keeps what has arrived. */
      stream?(body: never, options?: never): unknown;
    };
  };
}

/** How to use the client. */
export interface OpenAiChatBridgeOptions extends BridgeOptions {
  /**
   * `create`: the chunks of `chat.completions.create({ stream: true })`, as the SDK gives them; the
   * pieces of tool calls are left to their reader there, so they are put together as `fetchModel()`
   * does. `stream`: the helper `chat.completions.stream()`; text from its chunks as they come, tool
   * calls and the finish from its `finalChatCompletion()`.
   *
   * @default {"create"}
   */
  readonly api?: "create" | "stream" | undefined;
}

/**
 * Lets the checks run on the chat completions of a client like that of `openai`.
 *
 * @example
 * ```ts ignore
 * const checks = modelChecks(
 *   ({ baseUrl, fetch }) =>
 *     openAiChat(new OpenAI({ baseURL: baseUrl, fetch, apiKey: "none", maxRetries: 0 })),
 *   "openai-chat",
 * );
 * ```
 *
 * @param client The client. Give it `maxRetries: 0`: what a retry would hide is what is checked.
 * @param options How to use it.
 * @throws {TypeError} If it is no such client, or there is no such option.
 */
export function openAiChat(client: OpenAiChatClient, options: OpenAiChatBridgeOptions = {}): Model {
  requireKnownOptions("bridge the client", options, { model: true, api: true });
  const { api = "create" } = options;
  requireOneOf("bridge the client", { api }, ["create", "stream"]);
  requireFunction(client?.chat?.completions?.[api], "openAiChat", `chat.completions.${api}`);
  const read = api === "create" ? viaCreate : viaStream;
  return { stream: (request, run = {}) => read(client, options, request, run) };
}

async function* viaCreate(
  { chat }: OpenAiChatClient,
  options: OpenAiChatBridgeOptions,
  request: TurnRequest,
  { signal }: StreamOptions,
): AsyncGenerator<TurnEvent> {
  const body = bodyFor("openai-chat", request, options);
  const stream = await chat.completions.create(body as never, { signal } as never);
  yield* showStream(stream, new OpenAiChunks());
}

/** The part of the helper's stream that is used. */
interface ChatCompletionStream extends AsyncIterable<unknown> {
  finalChatCompletion(): Promise<unknown>;
}

async function* viaStream(
  { chat }: OpenAiChatClient,
  options: OpenAiChatBridgeOptions,
  request: TurnRequest,
  { signal }: StreamOptions,
): AsyncGenerator<TurnEvent> {
  const body = bodyFor("openai-chat", request, options);
  const stream = chat.completions.stream!(
    body as never,
    { signal } as never,
  ) as ChatCompletionStream;
  let text = "";
  for await (const chunk of stream) {
    for (const event of new OpenAiChunks().push(chunk)) {
      if (event.type === "text") text += event.text;
      if (event.type === "text" || event.type === "reasoning") yield event;
    }
  }
  const completion = objectOf(await stream.finalChatCompletion());
  const choice = objectOf(arrayOf(completion.choices)[0]);
  const message = objectOf(choice.message);
  yield* showAssembled(text, stringOf(message.content) + stringOf(message.refusal));
  yield* finalEvents(completion, choice, message);
}

/** The tool calls and the finish of a completion that the SDK has put together. */
function* finalEvents(
  completion: JsonObject,
  choice: JsonObject,
  message: JsonObject,
): Generator<TurnEvent> {
  for (const [index, entry] of arrayOf(message.tool_calls).entries()) {
    const call = objectOf(entry);
    const made = objectOf(call.function);
    const [id, name, text] = [call.id, made.name, made.arguments].map(stringOf);
    yield { type: "tool_call", index, id: id!, name: name!, arguments: text! };
  }
  const chunks = new OpenAiChunks();
  chunks.push({
    choices: [{ delta: { refusal: message.refusal }, finish_reason: choice.finish_reason }],
    usage: completion.usage,
  });
  yield* chunks.end();
}
