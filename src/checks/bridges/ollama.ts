import { finishFrom } from "../../turn/finish.ts";
import type { Model, StreamOptions, TurnRequest } from "../../turn/request.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { arrayOf, stringOf } from "../../wire/json.ts";
import type { JsonObject } from "../../wire/json.ts";
import { OLLAMA_FINISH_MAP } from "../../wire/ollama/finish_map.ts";
import { ollamaUsage } from "../../wire/ollama/usage.ts";
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

/** The part of a client that is used: `Ollama` of `ollama` has it. */
export interface OllamaClient {
  /** Asks for an answer; with `stream: true` it gives messages. */
  chat(request: never): PromiseLike<unknown>;
}

/**
 * Lets the checks run on a client like that of `ollama`, by the messages of its
 * `chat({ stream: true })`. A call of this SDK takes no signal: the bridge calls `abort()` of the
 * stream when the signal aborts, so nothing can be aborted before the headers are there.
 *
 * @example
 * ```ts ignore
 * const checks = modelChecks(
 *   ({ baseUrl, fetch }) => ollama(new Ollama({ host: baseUrl, fetch })),
 *   "ollama",
 * );
 * ```
 *
 * @param client The client.
 * @param options How to use it.
 * @throws {TypeError} If it is no such client, or there is no such option.
 */
export function ollama(client: OllamaClient, options: BridgeOptions = {}): Model {
  requireBridgeOptions(options);
  requireFunction(client?.chat, "ollama", "chat");
  return { stream: (request, run = {}) => read(client, options, request, run) };
}

async function* read(
  client: OllamaClient,
  options: BridgeOptions,
  request: TurnRequest,
  { signal }: StreamOptions,
): AsyncGenerator<TurnEvent> {
  const stream = await client.chat({
    model: modelFor(request, options),
    messages: textMessages(request),
    tools: functionTools(request),
    stream: true,
  } as never) as { abort(): void };
  const abort = () => stream.abort();
  signal?.addEventListener("abort", abort, { once: true });
  if (signal?.aborted) abort();
  try {
    yield* showStream(stream, new OllamaMessages());
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

/** Shows the messages of the SDK as the events of a turn. */
class OllamaMessages implements Showing {
  #calls = 0;
  #last: JsonObject | undefined;

  push(value: unknown): readonly TurnEvent[] {
    const line = objectOf(value);
    if (line.done === true) this.#last = line;
    const { content, thinking, tool_calls: calls } = objectOf(line.message);
    const [text, thought] = [stringOf(content), stringOf(thinking)];
    return [
      ...(thought === "" ? [] : [{ type: "reasoning", text: thought } as const]),
      ...(text === "" ? [] : [{ type: "text", text } as const]),
      ...arrayOf(calls).map((call) => this.#call(objectOf(objectOf(call).function))),
    ];
  }

  end(): readonly TurnEvent[] {
    if (!this.#last) return [];
    const raw = stringOf(this.#last.done_reason);
    const finish = finishFrom(OLLAMA_FINISH_MAP, raw, ollamaUsage(this.#last));
    return [{ type: "finish", finish }];
  }

  #call({ name, arguments: value }: JsonObject): TurnEvent {
    const text = JSON.stringify(value) ?? "";
    return { type: "tool_call", index: this.#calls++, name: stringOf(name), arguments: text };
  }
}
