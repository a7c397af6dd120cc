import type { Model, StreamOptions, TurnRequest } from "../../turn/request.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { arrayOf, stringOf } from "../../wire/json.ts";
import { bodyFor, objectOf, requireFunction } from "./bridge.ts";
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
   * `create`: the chunks of `chat.completions.create({ stream: true })`, as the SDK gives them.
   * `stream`: the helper `chat.completions.stream()`; text from its chunks, tool calls and the
   * finish from its `finalChatCompletion()`.
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
 * @throws {TypeError} If it is no such client.
 */
export function openAiChat(client: OpenAiChatClient, options: OpenAiChatBridgeOptions = {}): Model {
  const { api = "create" } = options;
  requireFunction(client?.chat?.completions?.[api], "openAiChat", `chat.completions.${api}`);
  return {
    stream: (request, run = {}) =>
      api === "create"
        ? viaCreate(client, options, request, run)
        : viaStream(client, options, request, run),
  };
}

async function* viaCreate(
  client: OpenAiChatClient,
  options: OpenAiChatBridgeOptions,
  request: TurnRequest,
  { signal }: StreamOptions,
): AsyncGenerator<TurnEvent> {
  const body = bodyFor("openai-chat", request, options);
  const stream = await client.chat.completions.create(body as never, { signal } as never);
  const chunks = new OpenAiChunks();
  for await (const chunk of stream as AsyncIterable<unknown>) yield* chunks.push(chunk);
  yield* chunks.end();
}

/** The part of the helper's stream that is used. */
interface ChatCompletionStream extends AsyncIterable<unknown> {
  finalChatCompletion(): Promise<unknown>;
}

async function* viaStream(
  client: OpenAiChatClient,
  options: OpenAiChatBridgeOptions,
  request: TurnRequest,
  { signal }: StreamOptions,
): AsyncGenerator<TurnEvent> {
  const body = bodyFor("openai-chat", request, options);
  const stream = client.chat.completions.stream!(
    body as never,
    { signal } as never,
  ) as ChatCompletionStream;
  for await (const chunk of stream) {
    for (const event of new OpenAiChunks().push(chunk)) {
      if (event.type === "text" || event.type === "reasoning") yield event;
    }
  }
  yield* finalEvents(objectOf(await stream.finalChatCompletion()));
}

/** The tool calls and the finish of a completion that the SDK has put together. */
function* finalEvents(completion: ReturnType<typeof objectOf>): Generator<TurnEvent> {
  const choice = objectOf(arrayOf(completion.choices)[0]);
  const message = objectOf(choice.message);
  for (const [index, entry] of arrayOf(message.tool_calls).entries()) {
    const call = objectOf(entry);
    const { name, arguments: text } = objectOf(call.function);
    yield {
      type: "tool_call",
      index,
      id: stringOf(call.id),
      name: stringOf(name),
      arguments: stringOf(text),
    };
  }
  const chunks = new OpenAiChunks();
  chunks.push({
    choices: [{ delta: { refusal: message.refusal }, finish_reason: choice.finish_reason }],
    usage: completion.usage,
  });
  yield* chunks.end();
}
