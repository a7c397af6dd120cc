import { shown } from "../shown.ts";
import { systemClock } from "../clock.ts";
import { ConfigError } from "../errors.ts";
import { isOwnError } from "../find_wholeturn_error.ts";
import type { Model, StreamOptions, TurnRequest } from "../turn/request.ts";
import type { TurnEvent } from "../turn/turn.ts";
import { BodyDecoder } from "../wire/body_decoder.ts";
import { checkSignal } from "../check_signal.ts";
import { TurnStream } from "../wire/turn_stream.ts";
import { buildCall } from "./build_call.ts";
import { toConfig } from "./config.ts";
import type { FetchModelOptions } from "./fetch_model_options.ts";
import { LazyEvents } from "./lazy_events.ts";
import { openResponse } from "./open_response.ts";
import { ResponseSource } from "./response_source.ts";

/**
 * A model behind an HTTP API.
 *
 * Nothing is sent before the first `next()`, and nothing is ever sent twice. A stream that is left,
 * fails or is aborted releases its response; an abort makes it fail with the signal's reason. What
 * the caller got wrong in a request is a `ConfigError` of the first `next()`, and then nothing was
 * sent: `isWholeturnError(error, "CONFIG")` tells it.
 *
 * @example A turn
 * ```ts
 * import { assemble, fetchModel } from "@wholeturn/wholeturn";
 * import { assertEquals } from "@std/assert";
 *
 * // In place of the network; leave `fetch` out to use the real one.
 * const canned = () => {
 *   const body = [
 *     'data: {"choices":[{"index":0,"delta":{"content":"Hello"},"finish_reason":null}]}\n\n',
 *     'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n',
 *     "data: [DONE]\n\n",
 *   ];
 *   const headers = { "content-type": "text/event-stream" };
 *   return Promise.resolve(new Response(body.join(""), { headers }));
 * };
 * const model = fetchModel({
 *   wire: "openai-chat",
 *   baseUrl: "https://api.openai.com/v1",
 *   model: "gpt-5",
 *   fetch: canned,
 * });
 * const turn = await assemble(model.stream({ messages: [{ role: "user", content: "Hi" }] }));
 * assertEquals(turn.text, "Hello");
 * ```
 *
 * @param options Where the model is, and how to talk to it.
 * @throws {TypeError} If an option is of the wrong kind.
 * @throws {RangeError} If `maxBytes` is not a positive integer.
 */
export function fetchModel(options: FetchModelOptions): Model {
  const config = toConfig(options);
  const { fetch: send, clock = systemClock, terminator } = options;
  return {
    stream(request: TurnRequest, options?: StreamOptions): AsyncIterable<TurnEvent> {
      const signal = toSignal(options);
      // Read now, so that the caller may change the request afterwards; reported by the stream, so
      // that there is one place to catch.
      const call = attempt(() => buildCall(config, request));
      return new LazyEvents(() => {
        const source = new ResponseSource((ended) =>
          openResponse({
            ...call(),
            wire: config.wire,
            fetch: send ?? globalThis.fetch,
            clock,
          }, ended)
        );
        const decoder = new BodyDecoder(config.wire, { terminator });
        return new TurnStream(source, decoder, { signal, maxBytes: config.maxBytes });
      });
    },
  };
}

function toSignal(options: StreamOptions | null | undefined): AbortSignal | undefined {
  // Null is what some libraries pass for none.
  if (options === undefined || options === null) return undefined;
  if (typeof options !== "object") {
    throw new TypeError(
      `Cannot stream a turn as its options must be an object with a 'signal': got ${
        shown(options)
      }`,
    );
  }
  checkSignal(options.signal, "stream a turn");
  return options.signal;
}

function attempt<T>(run: () => T): () => T {
  try {
    const value = run();
    return () => value;
  } catch (cause) {
    // A getter of the request may throw anything; it is the caller's all the same.
    const error = isOwnError(cause)
      ? cause
      : new ConfigError("Cannot send a request that fails when it is read", { cause });
    return () => {
      throw error;
    };
  }
}
