import type { Model, StreamOptions, TurnRequest } from "../../turn/request.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { functionTools, requireFunction, showAssembled, textMessages } from "./bridge.ts";
import { langChainEnd, langChainPieces } from "./lang_chain_message.ts";

/** The part of a chat model that is used: those of LangChain have it. */
export interface LangChainModel {
  /** Asks for a message, chunk by chunk. */
  stream(input: never, options?: never): PromiseLike<unknown>;
  /** Gives a model that knows these tools. */
  bindTools?(tools: never, options?: never): unknown;
}

/** The part of a chunk that is used. */
interface Chunk {
  concat(chunk: unknown): Chunk;
}

/**
 * Lets the checks run on a chat model of LangChain: text and reasoning from the chunks of its
 * `stream()` as they come, tool calls and the finish from the message that the chunks' own `concat()`
 * puts together. An entry of `invalid_tool_calls` is how LangChain reports a call that it could not
 * read, so the bridge throws for it.
 *
 * @example
 * ```ts ignore
 * const checks = modelChecks(
 *   ({ baseUrl, fetch }) =>
 *     langChain(
 *       new ChatOpenAI({
 *         model: "model",
 *         apiKey: "none",
 *         maxRetries: 0,
 *         configuration: { baseURL: baseUrl, fetch },
 *       }),
 *     ),
 *   "openai-chat",
 * );
 * ```
 *
 * @param model The chat model. Give it `maxRetries: 0`.
 * @throws {TypeError} If it is no such model.
 */
export function langChain(model: LangChainModel): Model {
  requireFunction(model?.stream, "langChain", "stream");
  return { stream: (request, run = {}) => read(model, request, run) };
}

async function* read(
  model: LangChainModel,
  request: TurnRequest,
  { signal }: StreamOptions,
): AsyncGenerator<TurnEvent> {
  const tools = functionTools(request);
  const bound = tools && model.bindTools
    ? model.bindTools(tools as never) as LangChainModel
    : model;
  const stream = await bound.stream(textMessages(request) as never, { signal } as never);
  let message: Chunk | undefined;
  let text = "";
  for await (const chunk of stream as AsyncIterable<Chunk>) {
    message = message ? message.concat(chunk) : chunk;
    for (const event of langChainPieces(chunk)) {
      if (event.type === "text") text += event.text;
      yield event;
    }
  }
  const whole = langChainPieces(message).map((event) => event.type === "text" ? event.text : "");
  yield* showAssembled(text, whole.join(""));
  yield* langChainEnd(message);
}
