import { ModelError } from "../../errors.ts";
import type { Model, StreamOptions, TurnRequest } from "../../turn/request.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { arrayOf, isObject, stringOf } from "../../wire/json.ts";
import type { JsonObject } from "../../wire/json.ts";
import {
  functionTools,
  modelFor,
  objectOf,
  requireBridgeOptions,
  requireFunction,
  showStream,
  textMessages,
} from "./bridge.ts";
import type { BridgeOptions, Showing } from "./bridge.ts";
import { OpenAiChunks } from "./openai_chunks.ts";

/** The part of a client that is used: that of `@mistralai/mistralai` has it. */
export interface MistralClient {
  /** Chat. */
  readonly chat: {
    /** Asks for a completion, event by event. */
    stream(request: never, options?: never): PromiseLike<unknown>;
  };
}

/**
 * Lets the checks run on a client like that of `@mistralai/mistralai`, by the events of its
 * `chat.stream()`. A chunk whose `finishReason` is "error" is how the API reports a failure, so the
 * bridge throws for it.
 *
 * @example
 * ```ts ignore
 * const checks = modelChecks(
 *   ({ baseUrl, fetch }) =>
 *     mistral(
 *       new Mistral({
 *         apiKey: "none",
 *         serverURL: baseUrl,
 *         httpClient: new HTTPClient({ fetcher: fetch }),
 *       }),
 *     ),
 *   "openai-chat",
 * );
 * ```
 *
 * @param client The client. Give it no retries, which is its default.
 * @param options How to use it.
 * @throws {TypeError} If it is no such client, or there is no such option.
 */
export function mistral(client: MistralClient, options: BridgeOptions = {}): Model {
  requireBridgeOptions(options);
  requireFunction(client?.chat?.stream, "mistral", "chat.stream");
  return { stream: (request, run = {}) => read(client, options, request, run) };
}

async function* read(
  { chat }: MistralClient,
  options: BridgeOptions,
  request: TurnRequest,
  { signal }: StreamOptions,
): AsyncGenerator<TurnEvent> {
  const stream = await chat.stream(
    {
      model: modelFor(request, options),
      messages: textMessages(request),
      tools: functionTools(request),
    } as never,
    { signal } as never,
  );
  yield* showStream(stream, new MistralEvents());
}

/** Shows the events of the SDK, which are OpenAI's chunks with other names for their members. */
class MistralEvents implements Showing {
  readonly #chunks: OpenAiChunks = new OpenAiChunks();

  push(value: unknown): readonly TurnEvent[] {
    const { choices, usage } = objectOf(objectOf(value).data);
    const choice = objectOf(arrayOf(choices)[0]);
    const delta = objectOf(choice.delta);
    if (choice.finishReason === "error") {
      throw new ModelError("PROVIDER", 'The SDK gave a chunk with the finishReason "error"', {
        cause: value,
      });
    }
    return this.#chunks.push({
      choices: [{
        delta: { ...contentOf(delta.content), tool_calls: delta.toolCalls },
        finish_reason: choice.finishReason,
      }],
      usage: isObject(usage) ? usageOf(usage) : undefined,
    });
  }

  end(): readonly TurnEvent[] {
    return this.#chunks.end();
  }
}

/** A text, or parts of text and of thinking. */
function contentOf(content: unknown): JsonObject {
  if (typeof content === "string") return { content };
  const parts = arrayOf(content).map(objectOf);
  const join = (texts: readonly JsonObject[]) => texts.map(({ text }) => stringOf(text)).join("");
  const thinking = parts.flatMap((part) => arrayOf(part.thinking).map(objectOf));
  return {
    content: join(parts.filter(({ type }) => type === "text")),
    reasoning: join(thinking),
  };
}

/** The SDK renames the members it knows, and leaves the others as they are. */
function usageOf({ promptTokens, completionTokens, ...others }: JsonObject): JsonObject {
  return { ...others, prompt_tokens: promptTokens, completion_tokens: completionTokens };
}
